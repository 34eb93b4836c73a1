// SPDX-License-Identifier: MIT
import { group } from 'd3-array';
import { html, mathml, type TemplateResult } from 'lit';
import type { Engine } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { rowsOf } from '../matrix.ts';
import { nearestGuess, type Prediction } from '../prediction.ts';
import { compute, INITIAL, type Numbers, type State, with_ } from './compute.ts';
import { lookedAt, type Scene, short, type Texts, token } from './stage.ts';

/** Question: how large is the first token's weight for itself under a causal mask? Each guess stands for a weight. */
const CAUSAL = with_({ causal: 'on', row: 1 });
const alone: Prediction<State> = {
  id: 'alone',
  guesses: ['same', 'even', 'all'],
  state: CAUSAL,
  measure: (engine, i18n) => {
    const [before = Number.NaN, after = Number.NaN] = [INITIAL, CAUSAL].map(
      (state) => compute(state, engine).treated.infinity().weights[0]?.[0],
    );
    return {
      right: nearestGuess(after, { same: before, even: 1 / 5, all: 1 }),
      numbers: { weight: i18n.percent(after, 1), before: i18n.percent(before, 1) },
    };
  },
};

/** A mask that hides all keys from the second query, which is also the selected query. */
const EMPTY = { mask: INITIAL.mask.map((_, i) => (i >= 5 && i < 10 ? 0 : 1)), row: 2, size: 1 };
const OPEN = { causal: 'off', lensKind: 'none' } as const;

/**
 * Question: which weights does a query without visible keys have? The guesses are zeros, equal weights, the softmax of
 * its scores, and NaN.
 */
const NOBODY = with_({ ...EMPTY, treatment: 'fill6' });
const nobody: Prediction<State> = {
  id: 'nobody',
  guesses: ['zeros', 'uniform', 'scores', 'nan'],
  state: NOBODY,
  measure: (engine, i18n) => {
    const first = (state: State) =>
      compute(state, engine).treated[state.treatment]().weights[1]?.[0] ?? Number.NaN;
    const weight = first(NOBODY);
    const scores = first(INITIAL);
    return {
      right: Number.isNaN(weight)
        ? 'nan'
        : nearestGuess(weight, { zeros: 0, uniform: 1 / 5, scores }),
      numbers: { weight: i18n.percent(weight), scores: i18n.percent(scores, 1) },
    };
  },
};

/**
 * The numbers of the check question: two visible scores, and the constant that replaces the hidden scores. The constant
 * is equal to the higher score, far above it or far below it.
 */
function fillNumbers({ seed }: State) {
  const draw = drawsOf(seed);
  const high = pick(draw, [-900, -700, -500, -300]);
  const low = high - pick(draw, [1, 2, 3]);
  const fill = high + pick(draw, [-200, 0, 0, 200]);
  return { high, low, fill, hidden: pick(draw, [2, 3]) };
}

const fill: CheckQuestion<State> = {
  id: 'fill',
  draw: (seed) => with_({ seed: seed + 1000 }),
  words(state, i18n) {
    const { high, low, fill: constant, hidden } = fillNumbers(state);
    const texts = { high, low, fill: constant, hidden };
    return Object.fromEntries(Object.entries(texts).map(([id, x]) => [id, i18n.number(x)]));
  },
  answers(engine: Engine, state, i18n) {
    const { high, low, fill: constant, hidden } = fillNumbers(state);
    const keepMask = { shape: [2 + hidden], data: [1, 1, ...Array<number>(hidden).fill(0)] };
    const leak = (by: number, second = low) => {
      const scores = { shape: [1, 2 + hidden], data: [high, second, ...Array(hidden).fill(0)] };
      const { weights } = engine.maskedSoftmax({
        precision: 'float64',
        scores,
        keepMask,
        maskMethod: 'fill',
        fill: by,
      });
      const share = (rowsOf(weights)[0] ?? []).slice(2).reduce((sum, weight) => sum + weight, 0);
      return i18n.percent(share, 0);
    };
    const right = { id: 'right', text: leak(constant) };
    const others = {
      none: leak(Number.NEGATIVE_INFINITY),
      all: leak(high + 1000),
      even: leak(high, high),
      tie: leak(high),
    };
    const wrong = Object.entries(others).map(([id, text]) => ({ id, text }));
    return [right, ...wrong.filter(({ text }) => text !== right.text)];
  },
};

/** The formula of the selected query's largest weight, with the current numbers. */
function formula(scene: Scene): TemplateResult {
  const { t } = scene;
  const { row, name, logits, weights, visible } = lookedAt(scene);
  const largest = Math.max(weights.indexOf(Math.max(...weights)), 0);
  const power = (j: number) =>
    mathml`<msup><mi>e</mi><mn data-term="logits">${short(scene, logits[j] ?? Number.NaN)}</mn></msup>`;
  // Terms for hidden keys with the same logit are combined into one, so that the sum fits into a line.
  const first = (j: number) =>
    visible[j] ? j : logits.findIndex((one, i) => !visible[i] && one === logits[j]);
  const terms = Array.from(
    group(logits.keys(), first),
    ([j, all]) => mathml`${all.length > 1 ? mathml`<mn>${all.length}</mn>` : ''}${power(j)}`,
  );
  return html`
    <div class="math-block" tabindex="0" role="group"
      aria-label=${t('formula.label', { query: name, key: token(scene, largest) })}>
      <math display="block">
        <msub><mi>α</mi><mrow><mn>${row + 1}</mn><mo>,</mo><mn>${largest + 1}</mn></mrow></msub><mo>=</mo>
        <mfrac>
          <mrow>${power(largest)}</mrow>
          <mrow>${terms.map((term, i) => mathml`${i === 0 ? '' : mathml`<mo>+</mo>`}${term}`)}</mrow>
        </mfrac>
        <mo>=</mo><mn class="weight" data-term="weights">${short(scene, weights[largest] ?? Number.NaN)}</mn>
      </math>
    </div>`;
}

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'alone', kind: 'predict', prediction: alone },
  {
    id: 'press',
    kind: 'play',
    show: [
      { ...OPEN, causal: 'on', mask: INITIAL.mask },
      { causal: 'off', lensKind: 'one', len: 5 },
      { causal: 'off', lensKind: 'one', len: 3 },
    ],
  },
  { id: 'formula', kind: 'formula', render: formula },
  {
    id: 'leak',
    kind: 'see',
    show: [
      { ...OPEN, causal: 'on', mask: INITIAL.mask, treatment: 'fill6', row: 2, size: 1 },
      { treatment: 'fill6', size: 1e7 },
    ],
  },
  { id: 'nobody', kind: 'predict', prediction: nobody },
  { id: 'nan', kind: 'see', show: { ...OPEN, ...EMPTY, treatment: 'infinity' } },
  { id: 'check', kind: 'check', question: fill },
  { id: 'takeaway', kind: 'takeaway' },
];
