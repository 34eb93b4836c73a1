// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import type { Engine } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import type { Prediction } from '../prediction.ts';
import { bytesText, countedWork } from './counts.ts';
import { renderOutcome, renderProgress } from './run-view.ts';
import { type Scene, short, type Texts } from './scene.ts';
import type { Numbers } from './session.ts';
import { MOST_WORDS, N_RANGE, type State, with_ } from './state.ts';
import { bytesOf, precision, tokensOf } from './tokens.ts';

const FEW = 64;

/** For each guess, the factor by which the bytes of the scores grow if the text is twice as long. */
const FACTORS = { same: 1, twice: 2, fourfold: 4 } as const;
type Factor = keyof typeof FACTORS;

const twice: Prediction<State> = {
  id: 'twice',
  guesses: Object.keys(FACTORS),
  state: with_({ n: 4096 }),
  measure: (engine, i18n) => {
    const [before, after] = [FEW, 2 * FEW].map((n) =>
      bytesOf(engine.attention({ precision, ...tokensOf(engine, n) }).scores),
    ) as [number, number];
    const right = (Object.keys(FACTORS) as Factor[]).find((one) => before * FACTORS[one] === after);
    const numbers = {
      few: FEW,
      many: 2 * FEW,
      before: bytesText(i18n, before),
      after: bytesText(i18n, after),
    };
    return { right: right ?? '', numbers };
  },
};

/**
 * To count the work with a small and fast call, n and d are divided by this number. The ratio of the work for scores to
 * the work for projections stays the same, because it is n / (2d).
 */
const SMALLER = 64;
const WIDE: State = with_({ figure: 'work', n: 2048, d: 4096 });

const parts: Prediction<State> = {
  id: 'parts',
  guesses: ['scores', 'alike', 'projections'],
  state: WIDE,
  measure: (engine, i18n) => {
    const { n, d } = WIDE;
    const { scores, projections } = countedWork(engine, n / SMALLER, d / SMALLER);
    const right =
      scores === projections ? 'alike' : scores > projections ? 'scores' : 'projections';
    const numbers = {
      share: i18n.percent(projections / (scores + projections), 0),
      crossing: i18n.integer(2 * d),
    };
    return { right, numbers };
  },
};

/** The numbers of the check question, in which a text becomes `times` times as long. */
interface Growing extends State {
  readonly times: number;
}

const HUNDRED = 100;

const longer: CheckQuestion<Growing> = {
  id: 'longer',
  draw(seed) {
    const draw = drawsOf(seed);
    const n = HUNDRED * pick(draw, [3, 5, 7, 9, 11]);
    const d = HUNDRED * pick(draw, [2, 3, 4, 6, 9]);
    return { ...with_({ figure: 'work', n, d }), times: pick(draw, [3, 4, 5]) };
  },
  words: ({ n, d, times }, i18n) => ({
    n: i18n.integer(n),
    longer: i18n.integer(times * n),
    d: i18n.integer(d),
    times: i18n.integer(times),
    crossing: i18n.integer(2 * d),
  }),
  answers(engine: Engine, { n, d, times }, i18n) {
    const [before, after] = [n, times * n].map((tokens) => {
      const { scores, projections } = countedWork(engine, tokens / HUNDRED, d / HUNDRED);
      return scores + projections;
    }) as [number, number];
    const factors = {
      right: after / before,
      linear: times,
      square: times ** 2,
    };
    return Object.entries(factors).map(([id, x]) => ({ id, text: i18n.number(x, { digits: 3 }) }));
  },
};

/** The formulas for the multiply-adds of the projections and of the scores, with the current numbers. */
function formula(scene: Scene): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { projections, scores } = numbers.work;
  const [n, d] = [i18n.integer(state.n), i18n.integer(state.d)];
  const times = mathml`<mo>·</mo>`;
  const squared = (x: string) => mathml`<msup><mn>${x}</mn><mn>2</mn></msup>`;
  return html`
    <div class="math-block" tabindex="0" role="group" aria-label=${t('work.projections')} data-term="projections">
      <math display="block">
        <mn>4</mn><mi>n</mi><msup><mi>d</mi><mn>2</mn></msup><mo>=</mo>
        <mn>4</mn>${times}<mn>${n}</mn>${times}${squared(d)}<mo>=</mo><mn>${short(scene, projections)}</mn>
      </math>
    </div>
    <div class="math-block" tabindex="0" role="group" aria-label=${t('work.scores')} data-term="scores">
      <math display="block">
        <mn>2</mn><msup><mi>n</mi><mn>2</mn></msup><mi>d</mi><mo>=</mo>
        <mn>2</mn>${times}${squared(n)}${times}<mn>${d}</mn><mo>=</mo><mn>${short(scene, scores)}</mn>
      </math>
    </div>`;
}

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'twice', kind: 'predict', prediction: twice },
  { id: 'stream', kind: 'play', show: { figure: 'memory', n: N_RANGE.max } },
  { id: 'parts', kind: 'predict', prediction: parts },
  {
    id: 'formula',
    kind: 'formula',
    show: [
      { figure: 'work', d: 512, n: 64 },
      { figure: 'work', d: 512, n: N_RANGE.max },
    ],
    render: formula,
  },
  {
    id: 'cache',
    kind: 'see',
    show: [
      { figure: 'cache', cache: 'off', words: 1 },
      { figure: 'cache', cache: 'off', words: MOST_WORDS },
      { figure: 'cache', cache: 'on', words: MOST_WORDS },
    ],
  },
  {
    id: 'run',
    kind: 'play',
    render: (scene) =>
      html`<div class="run-bench">${renderProgress(scene)} ${renderOutcome(scene)}</div>`,
  },
  { id: 'check', kind: 'check', question: longer },
  { id: 'takeaway', kind: 'takeaway' },
];
