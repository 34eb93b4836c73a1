// SPDX-License-Identifier: MIT
import type { Catalogue, MessageParams, Translate } from '../i18n/catalogue.ts';

export type LessonMessages = Catalogue;

export interface Computed<State, Numbers> {
  readonly state: State;
  readonly numbers: Numbers;
}

/**
 * Returns a translator whose keys are not type-checked, for keys that are built from ids. Tests check that each
 * catalogue of messages contains these keys.
 */
export const say = <Key extends string>(t: Translate<Key>) =>
  t as (key: string, params?: MessageParams) => string;
