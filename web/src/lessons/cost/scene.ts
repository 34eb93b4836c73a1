// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type { KeptRun } from './history.ts';
import type { Measuring } from './measuring.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';

export type Texts = typeof messages;

/** What the small picture on the home page has. */
export type Picture = BasicScene<State, Numbers, Texts>;

/** What every part of the picture is drawn from. */
export interface Scene extends Picture {
  readonly measuring: Measuring;
  readonly start: () => void;
  readonly stop: () => void;
  /** Runs of before, the newest first. */
  readonly runs: readonly KeptRun[];
  /** The run of before that is drawn beside this one. */
  readonly compared: KeptRun | undefined;
  readonly compare: (run: KeptRun | undefined) => void;
  readonly forgetRuns: () => void;
}

const USUAL = 5;

/** A number within a formula or a sentence. */
export const short = ({ i18n }: Picture, x: number): string => i18n.number(x, { digits: USUAL });

/** A result, with the digits that the reader chose. */
export const result = ({ i18n }: Picture, x: number, digits = 6): string => i18n.result(x, digits);
