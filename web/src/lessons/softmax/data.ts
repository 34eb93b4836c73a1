// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { type Cell, known } from '../../components/csv.ts';
import { indexed } from '../indexed.ts';
import '../../components/data-table.ts';
import { CURVES, type Numbers } from './compute.ts';
import type { Scene } from './stage.ts';

/** The columns of the table. Each is the result of a step of the computation for an entry. */
export const HEADS = ['x', 'logit', 'exponential', 'weight', 'naive', 'plain', 'gradient'] as const;
const TABLE_STEP = 4;

export function renderData(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  return html`
    <al-data-table name="weights" picture=".stage-figure > *" .summary=${t('weights.table')}
      .columns=${[t('stages.entry'), ...HEADS.map((head) => t(`stages.${head}`))]}
      .rows=${() =>
        numbers.entries.map((entry, i) => [
          indexed('x', i),
          ...HEADS.map((head) => known(entry[head])),
        ])}></al-data-table>`;
}

export const jacobianTable = ({ numbers: { jacobian }, t }: Scene) => html`
  <al-data-table name="jacobian" .summary=${t('jacobian.table')}
    .columns=${['∂p/∂z', ...jacobian.map((_, i) => indexed('z', i))]}
    .rows=${() => jacobian.map((row, i) => [indexed('p', i), ...row.map(known)])}></al-data-table>`;

export function curveTable({ state, numbers: { curve }, t }: Scene): TemplateResult {
  const rows = (points: ReturnType<Numbers['curve']>): Cell[][] =>
    points.map((point) => [point.x, ...CURVES.map((one) => known(point[one]))]);
  return html`
    <al-data-table name="curves" .summary=${t('answer.table')}
      .columns=${[indexed('x', state.x.length - 1), ...CURVES.map((one) => t(`answer.axis.${one}`, { index: state.x.length }))]}
      .rows=${() => rows(curve().filter((_, i) => i % TABLE_STEP === TABLE_STEP - 1))}
      .all=${() => rows(curve())}></al-data-table>`;
}
