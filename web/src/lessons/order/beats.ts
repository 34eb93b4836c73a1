// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { largestDifference } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import {
  attend,
  compute,
  fields,
  type Numbers,
  ROUNDING,
  type State,
  SWAPPED,
  WIDTH,
} from './compute.ts';
import { rounded, type Scene, type Texts } from './stage.ts';

const SWAP: State = { ...initialState(fields), order: SWAPPED };
/** Indices of the two nouns in the sentence. */
const [DOG, CAT] = [1, 4] as const;

/** Question: what becomes of the first noun's output after the nouns are swapped? */
const swap: Prediction<State> = {
  id: 'swap',
  guesses: ['same', 'cat', 'other'],
  state: SWAP,
  measure: (engine) => {
    const { before, outputs, changes } = compute(SWAP, engine);
    const isCats = largestDifference(outputs[CAT], before[CAT]) <= ROUNDING;
    const right = (changes[DOG] ?? 1) <= ROUNDING ? 'same' : isCats ? 'cat' : 'other';
    return { right, numbers: {} };
  },
};

const CAUSAL: State = { ...SWAP, mask: 'causal' };

/** Question: how many words keep their outputs if the nouns are swapped under a causal mask? */
const causal: Prediction<State> = {
  id: 'causal',
  guesses: ['all', 'three', 'one'],
  state: CAUSAL,
  measure: (engine) => {
    const { changes } = compute(CAUSAL, engine);
    const kept = changes.filter((change) => change <= ROUNDING).length;
    const counts = { all: changes.length, three: 3, one: 1 };
    const [right = 'all'] = Object.entries(counts).find(([, count]) => count === kept) ?? [];
    return { right, numbers: { kept } };
  },
};

/** The numbers of the check question: a row has `length` words, and the words at two of its positions are swapped. */
interface Row extends State {
  readonly length: number;
  /** The positions of the swapped words, counted from 1. */
  readonly from: number;
  readonly to: number;
}

/** The number of words whose output changes if two words are swapped under a causal mask. */
function changedOf(engine: Engine, { length, from, to }: Row): number {
  const words = Array.from({ length }, (_, i) => i);
  const swapped = words.with(from - 1, to - 1).with(to - 1, from - 1);
  const outputsOf = (order: readonly number[]) => {
    const rows = order.map((word) => Array.from({ length: WIDTH }, (_, j) => Number(j === word)));
    return attend(engine, rows, [], true).outputs;
  };
  const [before, now] = [outputsOf(words), outputsOf(swapped)];
  return words.filter(
    (word) => largestDifference(before[word], now[swapped.indexOf(word)]) > ROUNDING,
  ).length;
}

/** Check question: how many outputs change if two words are swapped under a causal mask? */
const reach: CheckQuestion<Row> = {
  id: 'reach',
  draw(seed) {
    const draw = drawsOf(seed);
    const length = pick(draw, [7, 8, 9, 10]);
    const from = pick(draw, [2, 3, 4]);
    const to = from + pick(draw, [2, 3, 4]);
    return to < length ? { ...CAUSAL, length, from, to } : undefined;
  },
  words: ({ length, from, to }) => ({ length, from, to }),
  answers: (engine, state, i18n) => {
    const { length, from } = state;
    const counts = {
      right: changedOf(engine, state),
      swapped: 2,
      after: length - from + 1,
      all: length,
    };
    return Object.entries(counts).map(([id, count]) => ({ id, text: i18n.integer(count) }));
  },
};

/**
 * The formula for the largest difference between A(ΠX) and ΠA(X), with its current value. A is attention, Π a
 * permutation of the words.
 */
const formula = (scene: Scene): TemplateResult => html`
  <div class="math-block" data-term="outputs" tabindex="0" role="group" aria-label=${scene.t('formula.label')}>
    <math display="block">
      <mi>max</mi><mo>|</mo><mi>A</mi><mo>(</mo><mi mathvariant="normal">Π</mi><mi>X</mi><mo>)</mo><mo>−</mo><mi
        mathvariant="normal">Π</mi><mi>A</mi><mo>(</mo><mi>X</mi><mo>)</mo><mo>|</mo><mo>=</mo>
      <mn>${rounded(scene, scene.numbers.largest)}</mn>
    </math>
  </div>
  ${isPlain(scene) ? nothing : html`<p class="hint">${scene.t('formula.outside')}</p>`}`;

const isPlain = ({ state }: Scene): boolean => state.mask === 'none' && state.positions === 'none';

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'swap', kind: 'predict', prediction: swap },
  { id: 'formula', kind: 'formula', show: { ...SWAP, order: [3, 1, 5, 2, 4] }, render: formula },
  { id: 'causal', kind: 'predict', prediction: causal },
  { id: 'positions', kind: 'see', show: { ...SWAP, positions: 'sinusoidal' } },
  {
    id: 'distance',
    kind: 'see',
    show: [
      { figure: 'matrix', positions: 'learned' },
      { figure: 'matrix', positions: 'sinusoidal' },
    ],
  },
  { id: 'check', kind: 'check', question: reach },
  { id: 'takeaway', kind: 'takeaway' },
];
