// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What the result is told from. */
export type ResultScene = BasicScene<State, Numbers, Texts>;

/** What every part of the picture is drawn from. */
export interface Scene extends ResultScene {
  /** The key that is pointed at, marked in every part. */
  readonly active: number | undefined;
  readonly activate: (index: number | undefined) => void;
}
