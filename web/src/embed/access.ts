// SPDX-License-Identifier: MIT
import type { FieldAccess } from '../components/field-access.ts';
import type { PlayerSettings } from './attributes.ts';

const MINUS = '-';

/** Whether `field` has a control. The attribute "d,pair" shows two fields, and "-pair" all fields except `pair`. */
function isNamed(controls: readonly string[], field: string): boolean {
  const hidesSome = controls.length > 0 && controls.every((name) => name.startsWith(MINUS));
  return hidesSome ? !controls.includes(MINUS + field) : controls.includes(field);
}

export const accessOf = ({ controls, locked }: PlayerSettings): FieldAccess => ({
  isShown: (field) => controls === undefined || isNamed(controls, field),
  isLocked: (field) => locked.includes(field),
});

/**
 * The ids in an embed's attribute `ask` for which the lesson has no question.
 * @param known  the ids of the lesson's questions
 */
export const unknownQuestions = ({ ask }: PlayerSettings, known: readonly string[]): string[] =>
  [...new Set(ask)].filter((id) => !known.includes(id));

/**
 * The names in an embed's attributes `controls` and `locked` for which the lesson has no field.
 * @param known  the names of the lesson's fields
 */
export const unknownFields = (
  { controls = [], locked }: PlayerSettings,
  known: readonly string[],
): string[] => {
  const fields = controls.map((name) => (name.startsWith(MINUS) ? name.slice(1) : name));
  return [...new Set([...fields, ...locked])].filter((name) => !known.includes(name));
};
