// SPDX-License-Identifier: MIT
import type { FieldAccess } from '../components/field-access.ts';
import type { Catalogue, MessageKey, MessageParams, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Change } from './lesson.ts';

/** The type of every lesson's catalogue. */
export type LessonMessages = Catalogue;

/** A state, and the numbers computed from it. */
export interface Computed<State, Numbers> {
  readonly state: State;
  readonly numbers: Numbers;
}

/** The input of all rendering functions of a lesson. */
export interface BasicScene<State, Numbers, Texts> extends Computed<State, Numbers> {
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  /** The fields that have a control, and the locked ones. */
  readonly access: FieldAccess;
  /** Changes fields on behalf of a control. Locked fields do not change. */
  readonly set: (change: Partial<State>, how: Change) => void;
}

/** Translates keys that are built from ids. Tests check that each catalogue has these keys. */
export const say = <Key extends string>(t: Translate<Key>) =>
  t as (key: string, params?: MessageParams) => string;
