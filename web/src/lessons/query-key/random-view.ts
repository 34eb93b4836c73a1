// SPDX-License-Identifier: MIT
// Renders the sentence with random embeddings: its matrices, its output, and its controls.
import { html, nothing, type TemplateResult } from 'lit';
import { type Matrix, rowsOf } from '../matrix.ts';
import '../../components/data-table.ts';
import '../../components/heat-map.ts';
import type { ValueChange } from '../../components/light-element.ts';
import '../../components/text-box.ts';
import type { Tensor } from '../../engine/index.ts';
import { strongestOf } from './compute.ts';
import { describeScores, extremeOf, quoted, type Scene, share, short } from './stage.ts';
import { LONGEST_SENTENCE, MOST_TOKENS } from './state.ts';
import { tokenise } from './tokens.ts';

/** The index of the token under the pointer, or else of the selected one. */
export const rowOf = ({ state, numbers, active }: Scene): number =>
  Math.min(active ?? state.row - 1, numbers.random().tokens.length - 1);

/** A token of the sentence, quoted for a text. */
export const token = (scene: Scene, index: number): string =>
  quoted(scene, scene.numbers.random().tokens, index);

export const long = ({ i18n }: Scene, x = Number.NaN): string => i18n.result(x, 10);
export const result = ({ i18n }: Scene, x = Number.NaN): string => i18n.result(x, 5);

/** Number of components (columns) of an embedding that the figure shows. */
const SHOWN = 6;
const MOST_DECIMALS = 4;
const decimalsFor = (extreme: number): number =>
  Math.min(Math.max(2 - Math.floor(Math.log10(extreme)), 0), MOST_DECIMALS);

interface Map {
  readonly title: string;
  readonly description: string;
  readonly values: Matrix;
  readonly columns: readonly string[];
  /** The largest absolute value of the colour scale. Undefined for weights, whose scale always ends at 1. */
  readonly extreme?: number;
  readonly hint?: string;
  readonly readout: (row: number, column: number) => string;
}

function renderMap(scene: Scene, { extreme, hint = '', ...map }: Map): TemplateResult {
  const { i18n, active, activate } = scene;
  const decimals = extreme === undefined ? 3 : decimalsFor(extreme);
  return html`
    <div class="token-map">
      <h3>${map.title}</h3>
      <al-heat-map .description=${map.description} .values=${map.values} .rows=${scene.numbers.random().tokens}
        .columns=${map.columns} .extreme=${extreme ?? 1} .active=${active} ?one-sided=${extreme === undefined}
        .readout=${map.readout} .hint=${hint} .format=${(x: number) => i18n.number(x, { decimals })}
        .formatTick=${(x: number) => i18n.number(x)}
        @al-active=${({ detail }: CustomEvent<number | null>) => activate(detail ?? undefined)}></al-heat-map>
    </div>`;
}

export function renderMatrices(scene: Scene): TemplateResult {
  const { numbers, i18n, t, draw } = scene;
  const { tokens, scores, weights } = numbers.random();
  const pair = (i: number, j: number) => ({ from: token(scene, i), to: token(scene, j) });
  const most = weights.map((row, i) => {
    const j = strongestOf(row);
    return t('weights.one', { ...pair(i, j), weight: share(scene, row[j]) });
  });
  return html`
    <div class="token-maps" data-part="random-maps">
      ${draw(
        'random-maps',
        () => html`${renderMap(scene, {
          title: t('scores.title'),
          description: describeScores(scene, numbers.random()),
          values: scores,
          columns: tokens,
          extreme: extremeOf(scores),
          hint: t('matrix.hint'),
          readout: (i, j) =>
            t('scores.readout', { ...pair(i, j), score: long(scene, scores[i]?.[j]) }),
        })}
      ${renderMap(scene, {
        title: t('weights.title'),
        description: t('weights.description', { list: i18n.list(most) }),
        values: weights,
        columns: tokens,
        readout: (i, j) =>
          t('weights.readout', { ...pair(i, j), weight: long(scene, weights[i]?.[j]) }),
      })}
`,
      )}
    </div>
    <al-data-table name="random" .summary=${t('data.random')}
      .columns=${[t('matrix.from'), t('matrix.to'), t('matrix.score'), t('matrix.weight')]}
      .rows=${() =>
        tokens.flatMap((from, i) =>
          tokens.map((to, j) => [from, to, scores[i]?.[j], weights[i]?.[j]]),
        )}></al-data-table>`;
}

/** Heat maps of the first components of the values and of the outputs. */
export function renderMixing(scene: Scene): TemplateResult {
  const { state, numbers, t, draw } = scene;
  const { tokens, distances, values, output } = numbers.random();
  const first = (tensor: Tensor): Matrix => rowsOf(tensor).map((row) => row.slice(0, SHOWN));
  const [before, after] = [first(values), first(output)];
  const columns = (before[0] ?? []).map((_, c) => String(c + 1));
  const [most, least] = [Math.max(...distances), Math.min(...distances)];
  const map = (kind: 'values' | 'output', matrix: Matrix, description: string): Map => ({
    title: t(`${kind}.title`),
    description,
    values: matrix,
    columns,
    extreme: extremeOf(before),
    readout: (i, c) =>
      t(`${kind}.readout`, {
        token: token(scene, i),
        column: c + 1,
        value: long(scene, matrix[i]?.[c]),
      }),
  });
  const listed = (one: Matrix, other: Matrix) =>
    tokens.flatMap((name, i) =>
      (one[i] ?? []).map((x, c) => [name, c + 1, x, other[i]?.[c]] as const),
    );
  const still = most === 0;
  return html`
    <h3>${t('mixing.heading')}</h3>
    <div class="token-maps" data-part="mixing">
      ${draw(
        'mixing',
        () => html`${renderMap(scene, map('values', before, t('values.description', { count: tokens.length })))}
      ${renderMap(
        scene,
        map(
          'output',
          after,
          still
            ? t('output.still')
            : t('output.description', {
                far: token(scene, distances.indexOf(most)),
                most: short(scene, most),
                near: token(scene, distances.indexOf(least)),
                least: short(scene, least),
              }),
        ),
      )}
`,
      )}
    </div>
    <al-data-table name="values" .summary=${t('data.values')}
      .columns=${[t('stages.token'), t('mixing.column'), t('mixing.value'), t('mixing.output')]}
      .rows=${() => listed(before, after)} .all=${() => listed(rowsOf(values), rowsOf(output))}></al-data-table>
    <p class="hint">${t('mixing.hint', {
      shown: columns.length,
      dimension: state.dimension,
      token: token(scene, rowOf(scene)),
      distance: short(scene, distances[rowOf(scene)]),
    })}</p>`;
}

export function renderControls(scene: Scene): TemplateResult {
  const { state, numbers, t, set, bind } = scene;
  const random = numbers.random();
  const readings = [
    ['meanDiagonal', 'mean_diagonal', t('result.meanDiagonal'), random.meanDiagonal],
    ['scoresAsymmetry', 'scores_asymmetry', t('result.scoresAsymmetry'), random.scoresAsymmetry],
    [
      'weightsAsymmetry',
      'weights_asymmetry',
      t('result.weightsAsymmetry'),
      random.weightsAsymmetry,
    ],
    ['eigenvalue', 'smallest_eigenvalue', t('result.eigenvalue'), random.smallestEigenvalue],
    [
      'distance',
      '',
      t('result.distance', { token: token(scene, rowOf(scene)) }),
      random.distances[rowOf(scene)],
    ],
  ] as const;
  const refuse = (text: string) => (tokenise(text).length === 0 ? t('sentence.empty') : undefined);
  return html`
    <dl class="result-more">
      ${readings.map(
        ([name, term, label, x]) =>
          html`<div><dt>${label}</dt><dd class=${name} data-term=${term}>${result(scene, x)}</dd></div>`,
      )}
    </dl>
    <div>
      <al-text-box field="sentence" .label=${t('field.sentence')} .value=${state.sentence} .revision=${state}
        .longest=${LONGEST_SENTENCE} .refuse=${refuse}
        @al-value=${({ detail }: CustomEvent<ValueChange<string>>) =>
          set({ sentence: detail.value }, detail.final ? 'rest' : 'step')}></al-text-box>
      <p class="hint">${t('sentence.tokens', { count: random.tokens.length })}</p>
      ${
        random.leftOut > 0
          ? html`<p class="left-out" role="status">
              ${t('sentence.leftOut', { most: MOST_TOKENS, count: random.leftOut })}</p>`
          : nothing
      }
    </div>
    ${bind('seed')} ${bind('deviation')} ${bind('dimension')} ${bind('projection')}`;
}
