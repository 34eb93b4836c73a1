// SPDX-License-Identifier: MIT
import type { FieldAccess } from '../components/field-access.ts';
import type { Catalogue, MessageKey, MessageParams, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Change } from './lesson.ts';

/** The type of a lesson's catalogue of messages. */
export type LessonMessages = Catalogue;

/** A state and the numbers that were computed from it. */
export interface Computed<State, Numbers> {
  readonly state: State;
  readonly numbers: Numbers;
}

/** The data that all functions which render a part of a lesson get. */
export interface BasicScene<State, Numbers, Texts> extends Computed<State, Numbers> {
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  /** Which fields have a control, and which are locked. */
  readonly access: FieldAccess;
  /** Changes fields of the state for a control. Locked fields stay unchanged. */
  readonly set: (change: Partial<State>, how: Change) => void;
}

/**
 * Returns a translator whose keys are not type-checked, for keys that are built from ids. Tests check that each
 * catalogue of messages contains these keys.
 */
export const say = <Key extends string>(t: Translate<Key>) =>
  t as (key: string, params?: MessageParams) => string;
