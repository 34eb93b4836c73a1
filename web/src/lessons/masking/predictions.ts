// SPDX-License-Identifier: MIT
import { initialState } from '../../state/fields.ts';
import type { Prediction } from '../prediction.ts';
import { compute } from './compute.ts';
import { fields, type State } from './state.ts';
import { usedIn } from './twice.ts';

const INITIAL = initialState(fields);
const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

const NOBODY = with_({ lens: [3, 0, 4, 1, 5], row: 2, treatment: 'fill9' });

/** A query whose keys are all hidden: equal shares, its scores' own weights, nothing, or no number at all. */
const nobody: Prediction<State> = {
  id: 'nobody',
  guesses: ['zeros', 'uniform', 'scores', 'nan'],
  state: NOBODY,
  measure: (engine, i18n) => {
    const { treated } = compute(NOBODY, engine);
    const weights = treated.fill9.weights[1] ?? [];
    const open = compute({ ...NOBODY, lensKind: 'none' }, engine).treated.exclude.weights[1] ?? [];
    const isSame = (others: readonly number[]) =>
      weights.every((weight, j) => Math.abs(weight - (others[j] ?? Number.NaN)) < 1e-9);
    const right = isSame(weights.map(() => 0))
      ? 'zeros'
      : isSame(weights.map(() => 1 / weights.length))
        ? 'uniform'
        : isSame(open)
          ? 'scores'
          : 'nan';
    return {
      right,
      numbers: {
        weight: i18n.percent(weights[0] ?? Number.NaN),
        infinity: i18n.number(treated.infinity.weights[1]?.[0] ?? Number.NaN),
      },
    };
  },
};

const LARGE = with_({ size: 1e4, treatment: 'fill4' });

/** Scores of −20 000 and −25 000, the other keys hidden by −10 000: who gets the weight. */
const large: Prediction<State> = {
  id: 'large',
  guesses: ['first', 'second', 'hidden'],
  state: LARGE,
  measure: (engine, i18n) => {
    const { treated } = compute(LARGE, engine);
    const { leak, weights } = treated.fill4;
    const [first = Number.NaN, second = Number.NaN] = weights[1] ?? [];
    const right = leak > first && leak > second ? 'hidden' : first > second ? 'first' : 'second';
    return {
      right,
      numbers: {
        leak: i18n.percent(leak),
        share: i18n.percent(weights[1]?.[2] ?? Number.NaN),
        excluded: i18n.percent(treated.exclude.weights[1]?.[0] ?? Number.NaN),
      },
    };
  },
};

/** How many keys the second row of the first matrix uses in the second call on the same tensor. */
const second: Prediction<State> = {
  id: 'second',
  guesses: ['1', '2', '3', '4'],
  state: INITIAL,
  measure: (engine, i18n) => {
    const { same, fresh } = compute(INITIAL, engine).twice;
    return {
      right: String(usedIn(same.weights[1])),
      numbers: {
        weight: i18n.number(same.weights[1]?.[0] ?? Number.NaN, { digits: 4 }),
        fresh: i18n.number(fresh.weights[1]?.[0] ?? Number.NaN, { digits: 4 }),
      },
    };
  },
};

export const predictions = [nobody, large, second] as const;
