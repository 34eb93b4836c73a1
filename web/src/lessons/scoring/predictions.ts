// SPDX-License-Identifier: MIT
// What each guess stands for, and which of them the engine finds.
import type { Engine } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { keyName } from './scene.ts';
import { fields, KINDS, type Kind, type State } from './state.ts';

const INITIAL = initialState(fields);
const TURNED: State = Object.freeze({ ...INITIAL, flip: 'both' });

/** Keys of length 2. */
const SAME_LENGTH: State = Object.freeze({ ...INITIAL, keys: [1.6, 1.2, 2, 0, -1.2, 1.6, 0, -2] });
const BANDWIDTHS = [0.5, 1, 2];

/** Once no key is longer than another, whether dot product and Gaussian put the same one first. */
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
    const name = (query: number) => keyName(found[0]?.gaussian[query] ?? -1);
    return {
      right: same.length === found.length ? 'same' : some,
      numbers: { first: name(0), second: name(1) },
    };
  },
};

/** Which scores are other numbers once query and keys are turned about. */
function changed(engine: Engine): readonly Kind[] {
  const [before, after] = [compute(INITIAL, engine), compute(TURNED, engine)];
  return KINDS.filter((kind) => String(before[kind].scores) !== String(after[kind].scores));
}

const flip: Prediction<State> = {
  id: 'flip',
  guesses: ['none', 'additive', 'dots', 'all'],
  state: TURNED,
  measure: (engine, i18n) => {
    const kinds = changed(engine);
    const others = kinds.length === KINDS.length ? 'all' : 'dots';
    const right = kinds.length === 0 ? 'none' : String(kinds) === 'additive' ? 'additive' : others;
    const score = (state: State) =>
      i18n.number(compute(state, engine).additive.scores[0]?.[0] ?? Number.NaN, { digits: 4 });
    return { right, numbers: { before: score(INITIAL), after: score(TURNED) } };
  },
};

const FEW = 16;
const MANY = 256;
const HIDDEN = 64;

/** Sixteen times the components: the spread of an additive score as PyTorch begins it. */
const spread: Prediction<State> = {
  id: 'spread',
  guesses: ['same', 'fourfold', 'sixteenfold'],
  state: Object.freeze({ ...INITIAL, components: 'normal', d: MANY }),
  measure: (engine, i18n) => {
    const deviation = (d: number) => {
      const draw = (shape: readonly number[], stream: number, inputs?: number) =>
        engine.random({
          ...{ precision: 'float64', shape, seed: 1, stream },
          ...(inputs ? { distribution: 'uniform', variance: 1 / (3 * inputs) } : {}),
        } as const);
      const { data } = engine.additiveScores({
        ...{ precision: 'float64', queries: draw([FEW, d], 1), keys: draw([FEW, d], 2) },
        ...{ W_q: draw([HIDDEN, d], 3, d), W_k: draw([HIDDEN, d], 4, d) },
        w_v: draw([HIDDEN], 5, HIDDEN),
      });
      return engine.standardise({ precision: 'float64', x: { shape: [1, data.length], data } })
        .deviation;
    };
    const [before, after] = [deviation(FEW), deviation(MANY)];
    const factors = { same: 1, fourfold: 4, sixteenfold: 16 };
    const miss = (factor: number) => Math.abs(Math.log(after / before / factor));
    const [nearest] = Object.entries(factors).sort(([, a], [, b]) => miss(a) - miss(b));
    const text = (x: number) => i18n.number(x, { digits: 2 });
    return { right: nearest?.[0] ?? '', numbers: { before: text(before), after: text(after) } };
  },
};

export const predictions: readonly Prediction<State>[] = [length, flip, spread];
