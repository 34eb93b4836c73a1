// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { filled } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import type { Numbers } from './compute.ts';
import { type Scene, type Texts, values } from './stage.ts';
import { fields, type Heads, LONGEST, type State } from './state.ts';
import { countOf } from './tensors.ts';

const START = initialState(fields);

/**
 * A row has nine scores: two are equal to one of these values, the other seven are 0. With the largest value, softmax
 * gives no weight to the seven.
 */
const SIZES = [1, 3, 10, 30, 100];

/** Question: how large can the weights of two words in the same row be at the same time? */
const both: Prediction<State> = {
  id: 'both',
  guesses: ['all', 'half', 'large'],
  state: { ...START, heads: '1' },
  measure: (engine, i18n) => {
    const data = SIZES.flatMap((size) => [size, size, ...Array<number>(7).fill(0)]);
    const logits = { shape: [SIZES.length, 9], data };
    const weights = [...engine.softmax({ precision: 'float64', logits }).data];
    const most = Math.max(...weights);
    const last = weights.at(-9) ?? Number.NaN;
    return {
      right: most <= 0.5 ? 'half' : last > 0.5 ? 'large' : 'all',
      numbers: { most: i18n.percent(most, 0) },
    };
  },
};

/** The number of parameters and the number of scores of a multi-head attention layer: the entries of its tensors. */
function costOf(engine: Engine, width: number, words: number, numHeads: number) {
  const x = filled(0, words, width);
  const W = filled(0, width, width);
  const parameters = { W_q: W, W_k: W, W_v: W, W_o: W };
  const { heads } = engine.multiHead({
    ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads, ...parameters },
  });
  return { parameters: countOf(...Object.values(parameters)), scores: heads.scores.data.length };
}

/** Number of components of a word in the sentence model, and number of words in the lesson's English example. */
const [WIDTH, WORDS] = [32, 9];

/** Question: how does the number of parameters change with eight heads instead of one? */
const parameters: Prediction<State> = {
  id: 'parameters',
  guesses: ['more', 'same', 'fewer'],
  state: { ...START, figure: 'strips', heads: '8' },
  measure: (engine, i18n) => {
    const [one, eight] = [costOf(engine, WIDTH, WORDS, 1), costOf(engine, WIDTH, WORDS, 8)];
    const [before, after] = [one.parameters, eight.parameters];
    return {
      right: after === before ? 'same' : after > before ? 'more' : 'fewer',
      numbers: {
        before: i18n.integer(before),
        after: i18n.integer(after),
        ratio: i18n.integer(eight.scores / one.scores),
      },
    };
  },
};

interface Layer extends State {
  readonly width: number;
  readonly length: number;
  readonly count: number;
}

const cost: CheckQuestion<Layer> = {
  id: 'cost',
  draw(seed) {
    const draw = drawsOf(seed);
    const width = pick(draw, [12, 24, 36, 48, 60]);
    const length = pick(draw, [5, 6, 7, 10, 11]);
    return { ...START, width, length, count: pick(draw, [3, 4, 6, 12]) };
  },
  words: ({ width, length, count }, i18n) => ({
    ...{ width, length, count },
    before: i18n.integer(4 * width ** 2),
  }),
  answers(engine, { width, length, count }, i18n) {
    const one = costOf(engine, width, length, 1);
    const many = costOf(engine, width, length, count);
    const text = (found: number, scores: number) =>
      i18n.list([i18n.integer(found), i18n.integer(scores)]);
    return [
      { id: 'right', text: text(many.parameters, many.scores) },
      { id: 'copies', text: text(count * one.parameters, many.scores) },
      { id: 'nothing', text: text(many.parameters, one.scores) },
      { id: 'fewer', text: text(one.parameters / count, one.scores) },
    ];
  },
};

/** The shapes of the outputs of the heads, of their concatenation and of the final output, with the current sizes. */
function formula(scene: Scene): TemplateResult {
  const { heads = '', words, width, d } = values(scene);
  const shape = (rows?: string, columns?: string) =>
    mathml`<mrow><mo stretchy="false">(</mo><mn>${rows}</mn><mo>×</mo><mn>${columns}</mn><mo stretchy="false">)</mo></mrow>`;
  const outputs = upToTwo(heads as Heads).map(
    (head) => mathml`<msub><mi>O</mi><mn>${head}</mn></msub>`,
  );
  return html`
    <div class="math-block" tabindex="0" role="group" aria-label=${scene.t('formula.label')}>
      <math display="block">
        <munder><mi>Y</mi>${shape(words, width)}</munder><mo>=</mo>
        <munder><mrow data-term="concat"><mo stretchy="false">[</mo>${outputs}<mo stretchy="false">]</mo></mrow>
          ${shape(words, `${heads} · ${d}`)}</munder>
        <munder><msub data-term="W_o"><mi>W</mi><mi>O</mi></msub>${shape(width, width)}</munder>
      </math>
    </div>`;
}

/**
 * The labels of all heads if there are one or two. Otherwise those of the first and the last, with an ellipsis between
 * them.
 */
const upToTwo = (heads: Heads): readonly string[] =>
  heads === '1' ? ['1'] : heads === '2' ? ['1', '2'] : ['1', '…', heads];

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  {
    id: 'look',
    kind: 'play',
    show: [
      { figure: 'words', heads: '2', words: [], layer: 'example', place: 3 },
      { place: LONGEST },
    ],
  },
  { id: 'both', kind: 'predict', prediction: both },
  { id: 'strips', kind: 'see', show: { figure: 'strips', heads: '2' } },
  { id: 'join', kind: 'formula', render: formula },
  { id: 'parameters', kind: 'predict', prediction: parameters },
  {
    id: 'cost',
    kind: 'see',
    show: [
      { figure: 'strips', heads: '1' },
      { figure: 'strips', heads: '8' },
    ],
  },
  { id: 'check', kind: 'check', question: cost },
  { id: 'takeaway', kind: 'takeaway' },
];
