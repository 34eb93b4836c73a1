// SPDX-License-Identifier: MIT
import type { FieldAccess } from '../components/field-access.ts';
import type { PlayerSettings } from './attributes.ts';

/** What a teacher's choice of controls lets a reader see and move. */
export const accessOf = ({ controls, locked }: PlayerSettings): FieldAccess => ({
  isShown: (field) => controls === undefined || controls.includes(field),
  isLocked: (field) => locked.includes(field),
});

/** What is to be asked first that the lesson has no question for. */
export const unknownQuestions = ({ ask }: PlayerSettings, known: readonly string[]): string[] =>
  [...new Set(ask)].filter((id) => !known.includes(id));

/** The names among those that the lesson has no field for. */
export const unknownFields = (
  { controls = [], locked }: PlayerSettings,
  known: readonly string[],
): string[] => [...new Set([...controls, ...locked])].filter((name) => !known.includes(name));
