// SPDX-License-Identifier: MIT

import { html } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { binder, inRole } from '../bind.ts';
import { renderOwnWords } from '../own-words.ts';
import { CELL, fields, type Numbers, type State, strongest } from './compute.ts';
import { type AttentionScene, namedInPage, type Parts, type Texts, weightText } from './parts.ts';

const MATRICES = ['X', 'W_Q', 'W_K', 'W_V'] as const;
const COLUMNS = 2;

function boxes(scene: AttentionScene, names: readonly (typeof MATRICES)[number][]) {
  const { state, i18n, t } = scene;
  const bind = binder(fields, scene);
  const box = (name: (typeof MATRICES)[number], index: number) => {
    const place = { row: Math.floor(index / COLUMNS) + 1, column: (index % COLUMNS) + 1 };
    const label = t('cell', { matrix: t(`field.${name}`), ...place });
    return bind(name, { index, isBox: true, label });
  };
  return html`
    <details class="scene-cells">
      <summary>${t('change')}</summary>
      <p class="hint">${t('limits', { low: i18n.number(CELL.min), high: i18n.number(CELL.max) })}</p>
      <div>
        ${names.map(
          (name) => html`
            <fieldset>
              <legend>${namedInPage(t(`legend.${name}`))}</legend>
              <div>${state[name].map((_, index) => box(name, index))}</div>
            </fieldset>`,
        )}
      </div>
    </details>`;
}

const cells = (scene: AttentionScene) => boxes(scene, MATRICES);

const LAST = 2;
const SOFTMAX = 'softmax';
const number = ({ i18n }: AttentionScene, value = Number.NaN) =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });
const vector = (scene: AttentionScene, row: readonly number[] = [], write = number) =>
  `(${row.map((value) => write(scene, value)).join(', ')})`;
/** A scaled score, with as many decimals as the weights that a reader computes from it. */
const scaledText = (scene: AttentionScene, value = Number.NaN) =>
  Number.isInteger(value) ? number(scene, value) : weightText(scene, value);

const query = (scene: AttentionScene) => {
  const { X, W_Q, Q } = scene.numbers.small;
  const [word = []] = X.slice(LAST);
  return html`${word.map(
    (value, i) => html`${i > 0 ? ' + ' : ''}${number(scene, value)} · ${vector(scene, W_Q[i])}`,
  )} = ${inRole('query', vector(scene, Q[LAST]))}`;
};

const score = (scene: AttentionScene) => {
  const { Q, K, S } = scene.numbers.small;
  return html`${inRole('query', vector(scene, Q[LAST]))} · ${inRole('key', vector(scene, K[0]))} = ${inRole('score', number(scene, S[LAST]?.[0]))}`;
};

const shares = (scene: AttentionScene) => {
  const { scaled, A } = scene.numbers.small;
  return html`${SOFTMAX} ${inRole('score', vector(scene, scaled[LAST], scaledText))} ≈ ${inRole('weight', vector(scene, A[LAST], weightText))}`;
};

const mixture = (scene: AttentionScene) => {
  const { A, V, Z } = scene.numbers.small;
  return html`${V.map(
    (value, i) =>
      html`${i > 0 ? ' + ' : ''}${inRole('weight', weightText(scene, A[LAST]?.[i]))} · ${inRole('value', vector(scene, value))}`,
  )} ≈ ${inRole('output', vector(scene, Z[LAST]))}`;
};

const spokenOf = (scene: AttentionScene, key: 'X' | 'Q' | 'S' | 'A' | 'Z'): string =>
  scene.t(`spoken.${key}`, { row: vector(scene, scene.numbers.small[key][LAST]) });

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'words', view: {}, controls: (scene) => boxes(scene, ['X']), room: ['details'] },
    spoken: (scene) => spokenOf(scene, 'X'),
  },
  {
    ...{ id: 'products', view: { weights: 1, queries: 1, values: 1 } },
    ...{ worked: query, controls: cells, spoken: (scene) => spokenOf(scene, 'Q') },
  },
  {
    ...{ id: 'scores', view: { weights: 0.4, queries: 1, values: 0.4, scores: 1 } },
    ...{ worked: score, controls: cells, spoken: (scene) => spokenOf(scene, 'S') },
  },
  {
    ...{ id: 'weights', view: { weights: 0.4, queries: 0.4, values: 0.4, scores: 1, shares: 1 } },
    ...{ worked: shares, controls: cells, spoken: (scene) => spokenOf(scene, 'A') },
  },
  {
    id: 'output',
    view: { weights: 0.4, queries: 0.4, values: 1, scores: 0.4, shares: 1, output: 1 },
    ...{ worked: mixture, controls: cells, spoken: (scene) => spokenOf(scene, 'Z') },
    question: {
      guesses: ['large', 'negative', 'never'],
      // The output is never outside the triangle of the values, because weights are positive and sum to 1.
      right: () => 'never',
      outcome: { inside: 1 },
    },
  },
  {
    id: 'sentence',
    view: {
      weights: 1,
      queries: 1,
      values: 1,
      scores: 1,
      shares: 1,
      output: 1,
      small: 0,
      sentence: 1,
    },
    controls: renderOwnWords,
    spoken: (scene) => {
      const { words = [], A = [] } = scene.numbers.sentence ?? {};
      const row = A.at(-1) ?? [];
      const top = strongest(row);
      return scene.t('spoken.sentence', {
        word: words.at(-1) ?? '–',
        to: words[top] ?? '–',
        weight: shareText(scene.i18n, row[top]),
      });
    },
  },
  { id: 'layer', view: { small: 0, layer: 1 }, spoken: ({ t }) => t('spoken.layer') },
];
