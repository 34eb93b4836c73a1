// SPDX-License-Identifier: MIT
import type { BasicScene } from '../scene.ts';
import type { Numbers } from './compute.ts';
import type messages from './messages.en.json';
import type { State } from './state.ts';
import type { Place } from './sweep.ts';

export type Texts = typeof messages;

/** Long work as the page shows it. */
export interface Work {
  readonly isRunning: boolean;
  /** 0 … 1 */
  readonly done: number;
  readonly start: () => void;
  readonly stop: () => void;
}

/** What every part of the picture is drawn from. */
export interface Scene extends BasicScene<State, Numbers, Texts> {
  readonly sampling: Work;
  readonly sweep: Work & { readonly places: readonly Place[] };
}

/** What the small picture on the home page has, too. */
export type Picture = Omit<Scene, 'sampling' | 'sweep'>;

/** What stands where there is nothing to tell. */
const NOTHING = '–';

const written = ({ i18n }: Picture, x: number, digits: number): string =>
  Number.isNaN(x) ? NOTHING : i18n.number(x, { digits });
export const short = (scene: Picture, x: number): string => written(scene, x, 4);
export const long = (scene: Picture, x: number): string => written(scene, x, 10);
