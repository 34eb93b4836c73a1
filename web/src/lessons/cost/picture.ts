// SPDX-License-Identifier: MIT
// The first picture: the n × n matrix beside what streaming attention keeps, in one scale.
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/number-box.ts';
import '../../components/to-scale.ts';
import {
  bytesText,
  matrixBytes,
  plainBytes,
  streamingBytes,
  TILE,
  tileBytes,
  WIDTH,
} from './bytes.ts';
import type { Picture } from './scene.ts';
import { N_RANGE, N_STOPS } from './state.ts';

const OUTLINES = [4096, 8192, N_RANGE.max];

export function renderSquare(scene: Picture): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { n } = state;
  const { cost } = numbers;
  const text = (bytes: number) => bytesText(i18n, bytes);
  const [rows, columns] = [Math.min(TILE.queries, n), Math.min(TILE.keys, n)];
  const side = (x: number) => i18n.integer(x);
  return html`
    <al-to-scale
      .description=${t('square.description', { n: side(n), matrix: text(cost.matrix), tile: text(cost.tile), output: text(cost.output), rows, columns })}
      .first=${{ label: t('square.matrix', { n: side(n) }), text: text(cost.matrix), width: n, height: n, kind: 'key' }}
      .others=${[
        {
          label: t('square.tile', { rows, columns }),
          text: text(cost.tile),
          width: columns,
          height: rows,
          kind: 'query',
        },
        {
          label: t('square.output', { n: side(n), width: WIDTH }),
          text: text(cost.output),
          width: WIDTH,
          height: n,
          kind: 'output',
        },
      ]}
      .outlines=${OUTLINES.map((of) => ({ side: of, text: `${side(of)}: ${text(matrixBytes(of))}` }))}>
    </al-to-scale>
    <p class="hint">${t('square.hint')}</p>
    <al-data-table name="bytes" .summary=${t('square.table')}
      .columns=${[t('axis.n'), t('table.matrix'), t('table.tile'), t('table.plain'), t('table.streaming')]}
      .rows=${() =>
        N_STOPS.map((of) => [
          of,
          matrixBytes(of),
          tileBytes(of),
          plainBytes(of),
          streamingBytes(of),
        ])}></al-data-table>`;
}

export const renderN = ({ state, t, set }: Picture): TemplateResult => html`
  <al-slider field="n" class="n-slider" .label=${t('tokens.label')} .value=${state.n} .revision=${state}
    .min=${N_STOPS[0]} .max=${N_RANGE.max} .stops=${N_STOPS}
    .lowest=${N_RANGE.min} .highest=${N_RANGE.max}
    @al-value=${({ detail }: CustomEvent<ValueChange<number>>) => set({ n: detail.value }, detail.final ? 'rest' : 'step')}>
  </al-slider>`;
