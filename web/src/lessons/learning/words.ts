// SPDX-License-Identifier: MIT
// The lesson's numbers and models in words.
import type { StageScene } from '../define-lesson.ts';
import { say } from '../scene.ts';
import type messages from './messages.en.json';
import type { Numbers } from './session.ts';
import type { ModelOptions, State } from './state.ts';
import type { Trained } from './training/learning.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/** A loss as the figure and the texts write it; that of data without chance is 0, and not rounded. */
export function lossText({ i18n }: Pick<Scene, 'i18n'>, loss: number): string {
  if (loss === 0) return i18n.integer(0);
  return Number.isFinite(loss) ? i18n.number(loss, { decimals: 3 }) : '–';
}

export const shareText = ({ i18n }: Pick<Scene, 'i18n'>, share: number | undefined): string =>
  share === undefined ? '–' : i18n.percent(share, 0);

/** What an option of a model is called, as "1 layer". */
export const optionName = <Name extends keyof ModelOptions>(
  { t }: Pick<Scene, 't'>,
  name: Name,
  value: ModelOptions[Name],
): string => say(t)(`name.${name}.${value}`);

/** A model by the option in which it differs; empty where there is one model. */
export function modelName(scene: Pick<Scene, 't' | 'state'>, { options }: Trained): string {
  const { compare } = scene.state;
  return compare === 'none' ? '' : optionName(scene, compare, options[compare]);
}

/** Whether a model is shown the token that it is to predict, so that it may go below the floor. */
export const seesAhead = ({ state, numbers }: Pick<Scene, 'state' | 'numbers'>): boolean =>
  state.task !== 'pointing' && numbers.models.some(({ options }) => options.mask === 'full');
