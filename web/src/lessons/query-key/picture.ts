// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/choice.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import type { ValueChange } from '../../components/number-box.ts';
import type { Tensor } from '../../engine/index.ts';
import { rowsOf } from './compute.ts';
import { describeMixing, describeScores, describeWeights } from './describe.ts';
import { long, quoted, type Scene, short } from './scene.ts';

type Matrix = readonly (readonly number[])[];

/** Columns of an embedding that the picture shows. */
const SHOWN = 6;
const MOST_DECIMALS = 4;

/** The next of 1, 2, 3, 5, 10 … that no entry goes beyond, so that the colours' scale seldom moves. */
function extremeOf(matrix: Matrix): number {
  const most = Math.max(...matrix.flat().map(Math.abs).filter(Number.isFinite), 1e-9);
  const unit = 10 ** Math.floor(Math.log10(most));
  return Number(
    ((([1, 2, 3, 5].find((x) => x * unit >= most) ?? 10) as number) * unit).toPrecision(1),
  );
}

const decimalsFor = (extreme: number): number =>
  Math.min(Math.max(2 - Math.floor(Math.log10(extreme)), 0), MOST_DECIMALS);

interface MapTexts {
  readonly description: string;
  readonly title: string;
  readonly rows: readonly string[];
  readonly columns: readonly string[];
  readonly readout: (row: number, column: number) => string;
  readonly hint?: string;
}

function renderMap(
  scene: Scene,
  values: Matrix,
  extreme: number,
  isOneSided: boolean,
  { description, title, rows, columns, readout, hint = '' }: MapTexts,
): TemplateResult {
  const { i18n, activate } = scene;
  const decimals = isOneSided ? 3 : decimalsFor(extreme);
  return html`
    <div class="token-map">
      <h3>${title}</h3>
      <al-heat-map .description=${description} .values=${values} .rows=${rows} .columns=${columns}
        .extreme=${extreme} .active=${scene.active} ?one-sided=${isOneSided}
        .readout=${readout} .hint=${hint}
        .format=${(x: number) => i18n.number(x, { decimals })}
        .formatTick=${(x: number) => i18n.number(x)}
        @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}>
      </al-heat-map>
    </div>`;
}

/** Scores and weights, side by side where there is room. */
export function renderMatrices(scene: Scene): TemplateResult {
  const { numbers, t } = scene;
  const { tokens, scores, weights } = numbers;
  const names = { rows: tokens, columns: tokens };
  const pair = (i: number, j: number) => ({ from: quoted(scene, i), to: quoted(scene, j) });
  return html`
    <div class="token-maps">
      ${renderMap(scene, scores, extremeOf(scores), false, {
        ...names,
        title: t('scores.title'),
        hint: t('matrix.hint'),
        description: describeScores(scene),
        readout: (i, j) =>
          t('scores.readout', { ...pair(i, j), score: long(scene, scores[i]?.[j] ?? Number.NaN) }),
      })}
      ${renderMap(scene, weights, 1, true, {
        ...names,
        title: t('weights.title'),
        description: describeWeights(scene),
        readout: (i, j) =>
          t('weights.readout', {
            ...pair(i, j),
            weight: long(scene, weights[i]?.[j] ?? Number.NaN),
          }),
      })}
    </div>
    <al-data-table name="scores" .summary=${t('matrix.table')}
      .columns=${[t('matrix.from'), t('matrix.to'), t('matrix.score'), t('matrix.weight')]}
      .rows=${() =>
        tokens.flatMap((from, i) =>
          tokens.map((to, j) => [from, to, scores[i]?.[j], weights[i]?.[j]]),
        )}></al-data-table>`;
}

/** Which token is looked at, where no pointer says so. */
export function renderRowChoice({ state, numbers, t, set }: Scene): TemplateResult {
  return html`
    <al-choice field="row" .label=${t('row.label')} .value=${String(state.row)}
      .options=${numbers.tokens.map((label, i) => ({ value: String(i + 1), label }))}
      @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
        set({ row: Number(detail.value) }, 'jump')}>
    </al-choice>`;
}

const firstColumns = (matrix: Tensor): number[][] =>
  rowsOf(matrix).map((row) => row.slice(0, SHOWN));

/** The first columns of the values, and of what the weights make of them. */
export function renderMixing(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const { tokens, distances } = numbers;
  const values = firstColumns(numbers.values);
  const output = firstColumns(numbers.output);
  const extreme = extremeOf(values);
  const columns = (values[0] ?? []).map((_, c) => String(c + 1));
  const texts = (kind: 'values' | 'output', matrix: Matrix): MapTexts => ({
    rows: tokens,
    columns,
    title: t(`${kind}.title`),
    description: describeMixing(scene, kind),
    readout: (i, c) =>
      t(`${kind}.readout`, {
        token: quoted(scene, i),
        column: c + 1,
        value: long(scene, matrix[i]?.[c] ?? Number.NaN),
      }),
  });
  const listed = (before: Matrix, after: Matrix) =>
    tokens.flatMap((token, i) =>
      (before[i] ?? []).map((x, c) => [token, c + 1, x, after[i]?.[c]] as const),
    );
  const { active } = scene;
  return html`
    <div class="token-maps">
      ${renderMap(scene, values, extreme, false, texts('values', values))}
      ${renderMap(scene, output, extreme, false, texts('output', output))}
    </div>
    <al-data-table name="values" .summary=${t('mixing.table')}
      .columns=${[t('stages.token'), t('mixing.column'), t('mixing.value'), t('mixing.output')]}
      .rows=${() => listed(values, output)}
      .all=${() => listed(rowsOf(numbers.values), rowsOf(numbers.output))}></al-data-table>
    <p class="hint">${t('mixing.hint', {
      shown: columns.length,
      dimension: state.dimension,
      token: quoted(scene, active),
      distance: short(scene, distances[active] ?? Number.NaN),
    })}</p>`;
}
