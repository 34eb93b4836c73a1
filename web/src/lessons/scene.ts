// SPDX-License-Identifier: MIT
import type { FieldAccess } from '../components/field-access.ts';
import type { Catalogue, MessageKey, MessageParams, Translate } from '../i18n/catalogue.ts';
import type { I18n } from '../i18n/i18n.ts';
import type { Change } from './lesson.ts';

/** What every lesson's catalogue is. */
export type LessonMessages = Catalogue;

/** A state and what was computed from it. */
export interface Computed<State, Numbers> {
  readonly state: State;
  readonly numbers: Numbers;
}

/** What every part of a lesson's picture is drawn from, and the one way back. */
export interface BasicScene<State, Numbers, Texts> extends Computed<State, Numbers> {
  readonly i18n: I18n;
  readonly t: Translate<MessageKey<Texts>>;
  /** Which fields have a control, and which of these can be moved. */
  readonly access: FieldAccess;
  /** Changes fields by hand; those that are locked stay. */
  readonly set: (change: Partial<State>, how: Change) => void;
}

/** Words whose keys are made from ids; tests hold each lesson's catalogue to its ids. */
export const say = <Key extends string>(t: Translate<Key>) =>
  t as (key: string, params?: MessageParams) => string;
