// SPDX-License-Identifier: MIT
import { html, mathml, type TemplateResult } from 'lit';
import type { Engine } from '../../engine/index.ts';
import type { I18n } from '../../i18n/i18n.ts';
import { initialState } from '../../state/fields.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { nearestGuess, type Prediction } from '../prediction.ts';
import { compute, fields, type Numbers, type State } from './compute.ts';
import { type Scene, short, type Texts } from './stage.ts';

const START = initialState(fields);
const weightOf = (engine: Engine, state: State, i: number): number =>
  compute(state, engine).entries.at(i)?.weight ?? Number.NaN;

/**
 * Question: how large is the weight of the score 5 at temperature 4? Each guess stands for a weight; the nearest one is
 * correct.
 */
const COOLED: State = { ...START, temperature: 4 };
const quarter: Prediction<State> = {
  id: 'quarter',
  guesses: ['same', 'half', 'quarter'],
  state: COOLED,
  measure: (engine, i18n) => {
    const [before, after] = [START, COOLED].map((state) => weightOf(engine, state, -1)) as [
      number,
      number,
    ];
    const shares = { same: before, half: 0.5, quarter: before / 4 };
    const right = nearestGuess(after, shares);
    const [weight, start] = [after, before].map((x) => i18n.percent(x, 1)) as [string, string];
    return { right, numbers: { weight, before: start } };
  },
};

/**
 * Check question: how large is the larger weight of two scores at temperature T? The answer is 1 / (1 + e^(−gap/T)),
 * where `gap` is the difference of the scores.
 */
const temperature: CheckQuestion<State> = {
  id: 'temperature',
  draw(seed) {
    const draw = drawsOf(seed);
    const low = pick(draw, [-3, -2, 2, 3, 4]);
    const gap = pick(draw, [2, 3, 4, 6]);
    return { ...START, x: [low, low + gap], temperature: pick(draw, [2, 3, 4]), target: 2 };
  },
  words: ({ x, temperature: t }, i18n) => ({
    low: i18n.number(x[0] ?? 0),
    high: i18n.number(x[1] ?? 0),
    temperature: i18n.number(t),
  }),
  answers(engine, state, i18n: I18n) {
    const { plain = Number.NaN } = compute(state, engine).entries.at(-1) ?? {};
    const weights = {
      right: weightOf(engine, state, -1),
      noTemperature: weightOf(engine, { ...state, temperature: 1 }, -1),
      plain,
      equal: 0.5,
    };
    return Object.entries(weights)
      .filter(([, x]) => x > 0 && x < 1)
      .map(([id, x]) => ({ id, text: i18n.percent(x, 0) }));
  },
};

/** Renders the formula of a weight with the current numbers: of the highlighted entry, or else of the last one. */
function formula(scene: Scene): TemplateResult {
  const { numbers, active, t } = scene;
  const { entries, hasWeights } = numbers;
  if (!hasWeights) return html`<p>${t('result.none')}</p>`;
  const chosen = active !== undefined && active < entries.length ? active : entries.length - 1;
  const power = (i: number) =>
    mathml`<msup><mi>e</mi><mn data-term="logits">${short(scene, entries[i]?.logit ?? 0)}</mn></msup>`;
  return html`
    <div class="math-block" tabindex="0" role="group" aria-label=${t('formula.label')}>
      <math display="block">
        <msub><mi>p</mi><mn>${chosen + 1}</mn></msub><mo>=</mo>
        <mfrac>
          <mrow data-term="exponentials">${power(chosen)}</mrow>
          <mrow>${entries.map((_, i) => mathml`${i === 0 ? '' : mathml`<mo>+</mo>`}${power(i)}`)}</mrow>
        </mfrac>
        <mo>=</mo><mn class="weight" data-term="weights">${short(scene, entries[chosen]?.weight ?? 0)}</mn>
      </math>
    </div>`;
}

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  { id: 'quarter', kind: 'predict', prediction: quarter },
  { id: 'play', kind: 'play', show: [{ x: [1, 1, 1, -5] }, { x: [1, 1, 1, 8] }] },
  {
    id: 'temperature',
    kind: 'see',
    show: [{ x: [1, 1, 1, 5], temperature: 0.3 }, { temperature: 50 }],
  },
  { id: 'gap', kind: 'see', show: { x: [101, 101, 101, 105], temperature: 1 } },
  { id: 'formula', kind: 'formula', render: formula },
  {
    id: 'nudge',
    kind: 'see',
    show: [
      { figure: 'nudge', temperature: 1, x: [1, 1, 1, 2] },
      { figure: 'nudge', x: [1, 1, 1, 9] },
    ],
  },
  { id: 'check', kind: 'check', question: temperature },
  { id: 'takeaway', kind: 'takeaway' },
];
