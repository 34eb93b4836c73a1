// SPDX-License-Identifier: MIT
import { nothing, type SVGTemplateResult, svg } from 'lit';
import type { Scene } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type messages from './messages.en.json';
import type { Numbers, State } from './numbers.ts';

export type Texts = typeof messages;
export type LearningScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** `letters`, `bands`: six letters with bands for their weights. Beside them: `costs`, or the `curve` of the loss. */
  letters: 0,
  bands: 1,
  costs: 0,
  curve: 0,
  /** `one`: the curve with one matrix. `unknown`: the placeholder of the result that the reader must guess. */
  one: 0,
  unknown: 0,
  /** `list`: with two models' predictions. `layers`: the weights in two layers. `worth`: the models' accuracy. */
  list: 0,
  layers: 0,
  sentence: 0,
  worth: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

export const lossText = (
  { i18n }: Pick<LearningScene, 'i18n'>,
  loss: number,
  decimals = 3,
): string => i18n.number(loss, { decimals });

type Point = readonly [step: number, loss: number];

export function chart(
  { i18n, t }: LearningScene,
  { left, right, top, base }: Readonly<Record<'left' | 'right' | 'top' | 'base', number>>,
  {
    most,
    end,
    ticks,
    label: name,
  }: { most: number; end: number; ticks: readonly number[]; label: string },
) {
  const x = (step: number) => left + ((right - left) * step) / end;
  const y = (loss: number) => base - ((base - top) * Math.min(loss, most)) / most;
  const axes: SVGTemplateResult = svg`
    ${label(left, top - 18, name, 'title')}
    ${ticks.map((tick) => label(left - 8, y(tick), i18n.integer(tick), 'end tick'))}
    <path class="axis" d="M${left} ${top} V${base} H${right}" />
    ${label(left, base + 17, '0', 'middle tick')} ${label(right, base + 17, i18n.integer(end), 'end tick')}
    ${label((left + right) / 2, base + 17, t('chart.steps'), 'middle quiet')}`;
  const line = (points: readonly Point[], kind: string) =>
    points.length < 2
      ? nothing
      : svg`<path class=${kind} fill="none" d="M${points.map(([step, loss]) => `${x(step).toFixed(1)} ${y(loss).toFixed(1)}`).join('L')}" />`;
  return { x, y, axes, line };
}
