// SPDX-License-Identifier: MIT
// Formats numbers and names of models as texts.
import type { StageScene } from '../define-lesson.ts';
import { say } from '../scene.ts';
import type messages from './messages.en.json';
import type { Numbers } from './session.ts';
import type { ModelOptions, State } from './state.ts';
import type { Trained } from './training/learning.ts';

export type Texts = typeof messages;
export type Scene = StageScene<State, Numbers, Texts>;

/**
 * Formats a loss for the figure and the texts, with three decimals; a loss of exactly 0 as "0"; an unknown loss as a
 * dash.
 */
export function lossText({ i18n }: Pick<Scene, 'i18n'>, loss: number): string {
  if (loss === 0) return i18n.integer(0);
  return Number.isFinite(loss) ? i18n.number(loss, { decimals: 3 }) : '–';
}

export const shareText = ({ i18n }: Pick<Scene, 'i18n'>, share: number | undefined): string =>
  share === undefined ? '–' : i18n.percent(share, 0);

/** The name of an option's value, such as "1 layer". */
export const optionName = <Name extends keyof ModelOptions>(
  { t }: Pick<Scene, 't'>,
  name: Name,
  value: ModelOptions[Name],
): string => say(t)(`name.${name}.${value}`);

/**
 * The name of a model in a comparison: its value of the compared option, such as "1 layer". Empty if there is only one
 * model.
 */
export function modelName(scene: Pick<Scene, 't' | 'state'>, { options }: Trained): string {
  const { compare } = scene.state;
  return compare === 'none' ? '' : optionName(scene, compare, options[compare]);
}

/** Whether a model can attend to the token that it predicts. Its loss may then be below the entropy of the data. */
export const seesAhead = ({ state, numbers }: Pick<Scene, 'state' | 'numbers'>): boolean =>
  state.task !== 'pointing' && numbers.models.some(({ options }) => options.mask === 'full');
