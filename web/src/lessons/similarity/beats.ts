// SPDX-License-Identifier: MIT
import { html, mathml, nothing, type TemplateResult } from 'lit';
import type { Engine, Tensor } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { matrix } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import { compute, type Numbers } from './compute.ts';
import { countsOf } from './recipes.ts';
import { degrees, KEYS, type KeyName, type Scene, SIGNS, short, type Texts } from './scene.ts';
import { INITIAL, type State, with_ } from './state.ts';

/**
 * Question: which key has the larger dot product, a short one in the direction of the query or one of length 5 in
 * another direction?
 */
const winner: Prediction<State> = {
  id: 'winner',
  guesses: ['short', 'long', 'tie'],
  state: with_({ query: [3, 0], key: [2, 0], other: [3, 4] }),
  measure: (engine, i18n) => {
    const { key, other } = compute(winner.state, engine).arrows;
    const ahead = key.dot > other.dot ? 'short' : 'long';
    return {
      right: key.dot === other.dot ? 'tie' : ahead,
      numbers: {
        short: i18n.number(key.dot),
        long: i18n.number(other.dot),
        degrees: i18n.number(other.degrees, { digits: 4 }),
        cosine: i18n.number(other.cosine),
      },
    };
  },
};

/** The index of the recipe with the highest score. */
const BEST = 5;

/** Question: how does the weight of the best title change if its content (the minutes) becomes larger? */
const value: Prediction<State> = {
  id: 'value',
  guesses: ['grows', 'same', 'falls'],
  state: with_({ figure: 'contents', minutes: INITIAL.minutes.with(BEST, 80) }),
  measure: (engine, i18n) => {
    const [before, after] = [INITIAL, value.state].map((state) => {
      const { hits, output } = compute(state, engine).search;
      return { weight: hits[BEST]?.weight ?? Number.NaN, minutes: output[0] ?? Number.NaN };
    }) as [{ weight: number; minutes: number }, { weight: number; minutes: number }];
    const change = Math.sign(after.weight - before.weight);
    return {
      right: change === 0 ? 'same' : change > 0 ? 'grows' : 'falls',
      numbers: {
        before: i18n.percent(before.weight, 1),
        after: i18n.percent(after.weight, 1),
        outputBefore: i18n.number(before.minutes, { digits: 3 }),
        outputAfter: i18n.number(after.minutes, { digits: 3 }),
      },
    };
  },
};

/**
 * At this temperature, even the smallest nonzero difference between two cosines for keys that `records` draws gives one
 * key nearly all the weight.
 */
const COLD = 1e-5;

/** The output of attention with the two key arrows as keys and the minutes of the first two recipes as values. */
function lookUp(engine: Engine, state: State, queries: Tensor, keys: readonly number[]): number {
  const { precision, minutes } = state;
  const values = { shape: [2, 1], data: minutes.slice(0, 2) };
  return engine.attention({
    precision,
    queries,
    keys: { shape: [2, keys.length / 2], data: keys },
    values,
    divisor: 'number',
    divisorNumber: COLD,
  }).output.data[0] as number;
}

/**
 * Check question: which of two records does a query return at a very low temperature, the one whose key has the larger
 * dot product or the one with the smaller angle?
 */
const records: CheckQuestion<State> = {
  id: 'records',
  draw(seed) {
    const draw = drawsOf(seed);
    const whole = () => pick(draw, [0, 1, 2, 3, 5]);
    const [query, key, other] = [1, 2, 3].map(() => [whole(), whole()]) as [
      number[],
      number[],
      number[],
    ];
    if ([query, key, other].some(([x, y]) => x === 0 && y === 0)) return undefined;
    const minutes = [pick(draw, [5, 12, 20]), pick(draw, [30, 50, 70])];
    return { ...INITIAL, query, key, other, minutes };
  },
  words: ({ query, key, other, minutes }, i18n) => {
    const arrow = (tip: readonly number[]) => `(${tip.map((x) => i18n.number(x)).join(', ')})`;
    return {
      ...{ query: arrow(query), key: arrow(key), other: arrow(other) },
      ...{ first: i18n.number(minutes[0] ?? 0), second: i18n.number(minutes[1] ?? 0) },
    };
  },
  answers(engine, state, i18n) {
    const { precision, query, key, other } = state;
    const keys = [...key, ...other];
    const found = engine.angles({
      precision,
      queries: matrix(query),
      keys: { shape: [2, 2], data: keys },
    });
    const output = lookUp(engine, state, matrix(query), keys);
    const answers = {
      right: output,
      nearer: lookUp(engine, state, matrix([1]), [...found.cosines.data]),
      mean: lookUp(engine, state, matrix([0, 0]), keys),
      product: Math.max(...found.dots.data) * output,
    };
    return Object.entries(answers).map(([id, x]) => ({ id, text: i18n.number(x, { digits: 4 }) }));
  },
};

const sign = (name: KeyName) => mathml`<msub><mi>k</mi><mn>${KEYS.indexOf(name) + 1}</mn></msub>`;
const absolute = (of: TemplateResult) =>
  mathml`<mrow><mo stretchy="false">|</mo>${of}<mo stretchy="false">|</mo></mrow>`;
/** A factor of a formula as text. A negative factor is in parentheses. */
const factor = (scene: Scene, x: number): string =>
  x < 0 ? `(${short(scene, x)})` : short(scene, x);

/** For each key, two formulas of its dot product: from the coordinates, and from the lengths and the angle. */
function formula(scene: Scene): TemplateResult {
  return html`${KEYS.map(
    (name) => html`
      <div class="math-block" tabindex="0" role="group" aria-label=${scene.t('formula.label', { name: SIGNS[name] })}>
        ${renderProduct(scene, name)}
      </div>`,
  )}`;
}

function renderProduct(scene: Scene, name: KeyName): TemplateResult {
  const { state, numbers } = scene;
  const { queryLength } = numbers.arrows;
  const { dot, length, degrees: angle } = numbers.arrows[name];
  const term = (axis: number) => mathml`
    <mn>${factor(scene, state.query[axis] ?? 0)}</mn><mo>·</mo><mn>${factor(scene, state[name][axis] ?? 0)}</mn>`;
  return html`
    <math display="block">
      <mtable columnalign="right left">
        <mtr>
          <mtd><mi>q</mi><mo>·</mo>${sign(name)}</mtd>
          <mtd><mo>=</mo>${term(0)}<mo>+</mo>${term(1)}<mo>=</mo><mn class="weight" data-term="dots">${short(scene, dot)}</mn></mtd>
        </mtr>
        ${
          Number.isNaN(angle)
            ? nothing
            : mathml`
              <mtr>
                <mtd></mtd>
                <mtd><mo>=</mo>${absolute(mathml`<mi>q</mi>`)}${absolute(sign(name))}<mi>cos</mi><mspace width="0.2em" /><mi>θ</mi>
                  <mo>=</mo><mn>${short(scene, queryLength)}</mn><mo>·</mo><mn data-term="lengths">${short(scene, length)}</mn><mo>·</mo>
                  <mrow data-term="cosines"><mi>cos</mi><mspace width="0.2em" /><mn>${degrees(scene, angle)}</mn></mrow></mtd>
              </mtr>`
        }
      </mtable>
    </math>`;
}

const ARROWS: Partial<State> = {
  figure: 'arrows',
  query: INITIAL.query,
  key: INITIAL.key,
  other: INITIAL.other,
};
const SEARCH: Partial<State> = { words: INITIAL.words, minutes: INITIAL.minutes, hidden: 0 };
/** A search for all words of one title. A longer title contains these words, too. */
const MILK_TEA: Partial<State> = {
  ...SEARCH,
  figure: 'titles',
  words: countsOf({ honey: 1, milk: 1, tea: 1 }),
  temperature: 1,
};

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'winner', kind: 'predict', prediction: winner },
  {
    id: 'stretch',
    kind: 'play',
    show: [
      { ...ARROWS, measure: 'dot' },
      { ...ARROWS, other: [2.2, 5.5] },
    ],
  },
  {
    id: 'formula',
    kind: 'formula',
    show: { ...ARROWS, other: [2.2, 5.5], measure: 'cosine' },
    render: formula,
  },
  {
    id: 'search',
    kind: 'see',
    show: [
      { ...MILK_TEA, measure: 'dot' },
      { ...MILK_TEA, measure: 'cosine' },
    ],
  },
  { id: 'value', kind: 'predict', prediction: value },
  {
    id: 'mean',
    kind: 'play',
    show: [
      { ...SEARCH, figure: 'contents', measure: 'dot', temperature: 0.1 },
      { ...SEARCH, figure: 'contents', measure: 'dot', temperature: 50 },
    ],
  },
  { id: 'check', kind: 'check', question: records },
  { id: 'takeaway', kind: 'takeaway' },
];
