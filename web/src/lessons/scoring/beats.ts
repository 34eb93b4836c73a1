// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/job-progress.ts';
import type { Engine } from '../../engine/index.ts';
import { type CheckQuestion, drawsOf, pick } from '../check-question.ts';
import type { Beat } from '../define-lesson.ts';
import { column, filled } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { renderFormula } from './formula.ts';
import { ENTRIES, SIZES, STAGE_RUNS } from './retrieval.ts';
import { keyName, type Scene, type Texts } from './scene.ts';
import type { Numbers } from './session.ts';
import { INITIAL, KINDS, type Kind, type State, with_ } from './state.ts';

/** A state with four keys of length 2. */
const SAME_LENGTH = with_({ keys: [1.6, 1.2, 2, 0, -1.2, 1.6, 0, -2], kind: 'gaussian' });
const BANDWIDTHS = [0.5, 1, 2];

/**
 * Question: if all keys have the same length, do the dot product and the Gaussian kernel prefer the same key? The
 * answer is computed for several bandwidths of the kernel.
 */
const length: Prediction<State> = {
  id: 'length',
  guesses: ['same', 'narrow', 'differ'],
  state: SAME_LENGTH,
  measure: (engine) => {
    const found = BANDWIDTHS.map((sigma) => {
      const { dot, gaussian } = compute({ ...SAME_LENGTH, sigma }, engine);
      return { dot: dot.best, gaussian: gaussian.best };
    });
    const same = found.filter(({ dot, gaussian }) => String(dot) === String(gaussian));
    const some = same.length > 0 ? 'narrow' : 'differ';
    return {
      right: same.length === found.length ? 'same' : some,
      numbers: { first: keyName(found[0]?.gaussian[0] ?? -1) },
    };
  },
};

const FLIPPED = with_({ flip: 'both', shown: 'scores', kind: 'additive' });

/** The score functions whose scores change if the signs of all queries and keys are flipped. */
function changed(engine: Engine): readonly Kind[] {
  const [before, after] = [compute(INITIAL, engine), compute(FLIPPED, engine)];
  return KINDS.filter((kind) => String(before[kind].scores) !== String(after[kind].scores));
}

const flip: Prediction<State> = {
  id: 'flip',
  guesses: ['none', 'additive', 'dots', 'all'],
  state: FLIPPED,
  measure: (engine, i18n) => {
    const kinds = changed(engine);
    const others = kinds.length === KINDS.length ? 'all' : 'dots';
    const right = kinds.length === 0 ? 'none' : String(kinds) === 'additive' ? 'additive' : others;
    const [before, after] = [INITIAL, FLIPPED].map((state) => {
      const { additive, dot } = compute(state, engine);
      return [additive, dot].map(({ scores }) =>
        i18n.number(scores[0]?.[0] ?? Number.NaN, { digits: 4 }),
      );
    }) as [string[], string[]];
    const [was = '', dot = ''] = before;
    return { right, numbers: { before: was, after: after[0] ?? '', dot } };
  },
};

/** A number x that is large enough for tanh x to round to 1 in double precision. */
const SATURATED = 40;

/** The additive score of a network whose hidden units are saturated at ±1 with the given signs. */
function saturatedScore(engine: Engine, v: readonly number[], signs: readonly number[]): number {
  const one = column([1]);
  const W = column(signs.map((sign) => SATURATED * sign));
  return engine.additiveScores({
    precision: 'float64',
    ...{ queries: one, keys: one, W_q: W, W_k: W },
    w_v: { shape: [v.length], data: v },
  }).data[0] as number;
}

/** Check question: what is the upper bound of an additive score with three hidden units? */
const bound: CheckQuestion<State> = {
  id: 'bound',
  draw(seed) {
    const draw = drawsOf(seed);
    const size = () => pick(draw, [1, 2, 4, 5, 6]);
    const w_v = [size(), -size(), size()];
    return { ...INITIAL, w_v, d: pick(draw, [8, 32, 128]) };
  },
  words: ({ w_v, d }, i18n) => ({
    v: `(${w_v.map((x) => i18n.number(x)).join(', ')})`,
    d: i18n.integer(d),
  }),
  answers(engine, { w_v, d }, i18n) {
    const ones = filled(1, 1, d);
    const product = { precision: 'float64', queries: ones, keys: ones, divisor: 'none' } as const;
    const answers = {
      right: saturatedScore(engine, w_v, w_v.map(Math.sign)),
      one: saturatedScore(engine, [1], [1]),
      width: engine.scaledDotScores(product).data[0] as number,
    };
    return Object.entries(answers).map(([id, x]) => ({ id, text: i18n.number(x) }));
  },
};

/**
 * A table of the trained score functions with their loss and their share of correctly found keys. The reader starts the
 * training.
 */
function training(scene: Scene): TemplateResult {
  const { numbers, i18n, t } = scene;
  const { isRunning, done, start, stop, places } = numbers.training;
  const cell = (at: number) => {
    const trial = places[at];
    return trial === undefined
      ? html`<td>–</td>`
      : html`<td>${i18n.number(trial.loss, { digits: 2 })} <small>${i18n.percent(trial.accuracy, 0)}</small></td>`;
  };
  return html`
    <al-job-progress class="training-progress" .done=${done} .running=${isRunning}
      .disabled=${places.length === STAGE_RUNS.length}
      .text=${t('training.progress', { count: places.length, total: STAGE_RUNS.length })}
      .action=${t(isRunning ? 'work.stop' : 'training.start')}
      @al-start=${start} @al-stop=${stop}></al-job-progress>
    <table class="training">
      <thead>
        <tr>
          <th scope="col">${t('training.head')}</th>
          ${SIZES.map((d) => html`<th scope="col">${t('curves.mark', { d })}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${ENTRIES.map(
          ({ id, rate }, i) => html`
            <tr>
              <th scope="row">${t(`training.entry.${id}`, { rate: i18n.number(rate) })}</th>
              ${SIZES.map((_, j) => cell(i * SIZES.length + j))}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

const START: Partial<State> = { queries: INITIAL.queries, keys: INITIAL.keys, flip: 'none' };

export const beats: readonly Beat<State, Numbers, Texts>[] = [
  {
    id: 'compare',
    kind: 'play',
    show: [
      { ...START, shown: 'weights', kind: 'dot', keys: INITIAL.keys.with(0, 1).with(1, 0.5) },
      // These are the keys that the prediction question of the next beat (a passage of the lesson) is about.
      { ...START, shown: 'weights', kind: 'dot' },
    ],
  },
  { id: 'length', kind: 'predict', prediction: length },
  {
    id: 'hidden',
    kind: 'formula',
    show: { ...START, kind: 'additive', shown: 'scores', w_v: [3, 2, -3] },
    render: (scene) => renderFormula(scene, 'additive'),
  },
  { id: 'flip', kind: 'predict', prediction: flip },
  {
    id: 'common',
    kind: 'see',
    show: [
      { ...START, kind: 'dot', shown: 'scores' },
      { ...START, kind: 'dot', shown: 'scores', keys: INITIAL.keys.map((x) => x + 1) },
      { kind: 'dot', shown: 'weights' },
    ],
  },
  { id: 'training', kind: 'play', render: training },
  { id: 'check', kind: 'check', question: bound },
  { id: 'takeaway', kind: 'takeaway' },
];
