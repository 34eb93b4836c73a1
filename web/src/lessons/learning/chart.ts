// SPDX-License-Identifier: MIT
// A chart of the loss over the steps of training.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { label } from '../../marks/label.ts';
import type { LearningScene } from './parts.ts';

export type ChartPlace = Readonly<Record<'left' | 'right' | 'top' | 'base', number>>;
type Point = readonly [step: number, loss: number];

export interface ChartAxes {
  readonly most: number;
  readonly end: number;
  readonly ticks: readonly number[];
  readonly label: string;
}

export function chart(
  { i18n, t }: LearningScene,
  { left, right, top, base }: ChartPlace,
  { most, end, ticks, label: name }: ChartAxes,
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
