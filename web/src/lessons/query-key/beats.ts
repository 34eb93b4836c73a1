// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import '../../components/sentence-box.ts';
import type { Engine } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { identity, matrix } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import { beforeOf, mostOnward, nextOf } from './circle.ts';
import { compute, MOST_WORDS, NAMES, type Numbers, toTheOneBefore } from './compute.ts';
import { presentPair, quoted, type Scene, short, type Texts } from './stage.ts';
import { INITIAL, LINE, type State, with_ } from './state.ts';

/** Question: two tokens have the same score for each other in both directions; are the weights also the same? */
const WAYS: State = with_({ figure: 'tokens' });
const ways: Prediction<State> = {
  id: 'ways',
  guesses: ['same', 'differ'],
  state: WAYS,
  measure: (engine, i18n) => {
    const { weights, scores } = compute(WAYS, engine).shown;
    const [there, back] = [weights[0]?.[1], weights[1]?.[0]];
    return {
      right: there === back ? 'same' : 'differ',
      numbers: {
        score: i18n.number(scores[0]?.[1] ?? Number.NaN, { digits: 3 }),
        there: i18n.percent(there ?? Number.NaN, 1),
        back: i18n.percent(back ?? Number.NaN, 1),
      },
    };
  },
};

const line: Prediction<State> = {
  id: 'line',
  guesses: ['0', '1', '2'],
  state: LINE,
  measure: (engine) => {
    const count = toTheOneBefore(compute(LINE, engine).shown.weights);
    return { right: String(count), numbers: { count } };
  },
};

/**
 * Question: three tokens in a circle have symmetric scores. How many of them can attend more to the next token than to
 * the previous one? Two can, for example with the scores of this state, which the feedback cites.
 */
const ROUND: State = with_({ figure: 'circle', circle: [1, 2, 0, 0, 0, 0] });
const round: Prediction<State> = {
  id: 'round',
  guesses: ['1', '2', '3'],
  state: ROUND,
  measure: (engine, i18n) => {
    const most = mostOnward(engine);
    return { right: String(most), numbers: { most: i18n.integer(most) } };
  },
};

/**
 * The numbers of the check question: the scores of two tokens for themselves with W_Q = W_K, and three possible answers
 * for their score for each other.
 */
interface Own extends State {
  readonly own: readonly [number, number];
  readonly between: { readonly above: number; readonly longer: number; readonly negative: number };
}

/**
 * Whether `[[a, score], [score, b]]` can be a score matrix with W_Q = W_K: its smallest eigenvalue must not be
 * negative.
 */
export function canOccur(engine: Engine, [a, b]: readonly [number, number], score: number) {
  const { smallestEigenvalue } = engine.selfSimilarity({
    precision: 'float64',
    tokens: identity(2),
    W_q: matrix([a, score], [score, b]),
    W_k: identity(2),
    divisor: 'none',
  });
  return smallestEigenvalue >= 0;
}

/** Check question: which of three scores between two tokens is impossible with W_Q = W_K? */
const bounded: CheckQuestion<Own> = {
  id: 'bounded',
  draw(seed) {
    const draw = drawsOf(seed);
    const a = pick(draw, [1, 2, 3, 4]);
    const b = pick(draw, [8, 10, 12, 14]) + (a % 2);
    const mean = (a + b) / 2;
    return {
      ...INITIAL,
      own: [a, b],
      between: {
        above: Math.floor(mean) + pick(draw, [1, 2]),
        longer: a + 0.5,
        negative: -pick(draw, [1, 2]),
      },
    };
  },
  words: ({ own: [a, b] }, i18n) => ({
    a: i18n.number(a),
    b: i18n.number(b),
    mean: i18n.number((a + b) / 2),
  }),
  answers(engine, { own, between }, i18n) {
    const all = Object.entries(between).map(([id, score]) => ({ id, score }));
    const possible = ({ score }: { score: number }) => Number(canOccur(engine, own, score));
    return all
      .toSorted((one, other) => possible(one) - possible(other))
      .map(({ id, score }) => ({ id, text: i18n.number(score) }));
  },
};

const sentence = ({ numbers, t, set }: Scene): TemplateResult =>
  numbers.isReady
    ? html`
        <al-sentence-box folded .field=${'words'} .label=${t('field.words')} .words=${numbers.sentence}
          .vocabulary=${numbers.vocabulary} .most=${MOST_WORDS}
          @al-words=${({ detail }: CustomEvent<readonly string[]>) =>
            set({ words: detail, figure: 'words' }, 'rest')}></al-sentence-box>`
    : html`<div class="sentence-room"></div>`;

const score = (i: string, j: string) =>
  mathml`<msub><mi>s</mi><mrow><mi>${i}</mi><mi>${j}</mi></mrow></msub>`;

/**
 * Renders the inequality "score ≤ mean of both tokens' scores for themselves" for the pair of tokens that is closest to
 * violating it.
 */
function bound(scene: Scene): TemplateResult {
  const { state, numbers, t } = scene;
  const pair = presentPair(scene);
  if (state.figure === 'circle' || pair === undefined)
    return html`<p class="hint">${t('bound.elsewhere')}</p>`;
  const { names } = numbers.shown;
  const [from, to] = [quoted(scene, names, pair.i), quoted(scene, names, pair.j)];
  const isKept = pair.score <= pair.mean;
  return html`
    <div class="math-block" data-term="scores" tabindex="0" role="group" aria-label=${t('bound.label')}>
      <math display="block">
        ${score('i', 'j')}<mo>=</mo><mn>${short(scene, pair.score)}</mn>
        <mo class=${isKept ? 'kept' : 'broken'}>${isKept ? '≤' : '>'}</mo>
        <mn>${short(scene, pair.mean)}</mn><mo>=</mo>
        <mfrac>
          <mrow>${score('i', 'i')}<mo>+</mo>${score('j', 'j')}</mrow>
          <mn>2</mn>
        </mfrac>
      </math>
    </div>
    <p class="bound-note">${t(isKept ? 'bound.kept' : 'bound.broken', { from, to })}</p>`;
}

const SIGNS = { onward: '>', back: '<', tie: '=' } as const;
const MARKS = { onward: '✓', back: '✗', tie: '✗' } as const;

/** Lists, for each token in the circle, whether its score for the next token exceeds its score for the previous one. */
const conditions = (scene: Scene): TemplateResult => {
  const { scores, pointing } = scene.numbers.circle();
  return html`
    <ul class="conditions" aria-label=${scene.t('circle.conditions')}>
      ${NAMES.map((name, i) => {
        const kind = pointing[i] ?? 'tie';
        return html`
          <li class=${kind}>
            <span>${MARKS[kind]}</span>
            ${name}: ${short(scene, scores[i]?.[nextOf(i)])} ${SIGNS[kind]} ${short(scene, scores[i]?.[beforeOf(i)])}
          </li>`;
      })}
    </ul>`;
};

const WORDS = { figure: 'words', width: INITIAL.width } as const;

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  {
    id: 'words',
    kind: 'play',
    show: [
      { ...WORDS, projection: 'none' },
      { ...WORDS, projection: 'shared' },
      { ...WORDS, projection: 'two' },
    ],
    render: sentence,
  },
  { id: 'ways', kind: 'predict', prediction: ways },
  {
    id: 'bound',
    kind: 'formula',
    show: [
      { ...WORDS, projection: 'shared' },
      { ...WORDS, projection: 'two' },
    ],
    render: bound,
  },
  { id: 'line', kind: 'predict', prediction: line },
  {
    id: 'round',
    kind: 'predict',
    prediction: round,
    // The function `solveCircle` (circle.ts) computes these scores; they make each token attend to the next one.
    show: { figure: 'circle', circleKind: 'two', circle: [2, 2, 2, 0, 0, 0] },
    render: conditions,
  },
  {
    id: 'form',
    kind: 'see',
    show: [
      { ...WORDS, projection: 'two' },
      { figure: 'words', projection: 'two', width: 1 },
    ],
  },
  { id: 'check', kind: 'check', question: bounded },
  { id: 'takeaway', kind: 'takeaway' },
];
