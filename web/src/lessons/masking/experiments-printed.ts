// SPDX-License-Identifier: MIT
// The tests and examples that document 001 prints, run as they stand.
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, type Experiment, reach } from '../experiment.ts';
import { computeSample, type SampleState } from './sample.ts';
import type { State } from './state.ts';
import { computeTwice, DRAWN } from './twice.ts';

/** The errata print four decimals. */
const FOUR_DECIMALS = 5e-5;
const ROUNDING = 1e-12;
/** What a reader would still call the same. */
const NEARLY_NOTHING = 1e-6;
const SEEDS = [1, 2, 3, 4, 5] as const;

const FLOAT64 = 'float64';
const FIRST = { firstLens: [2, 3], precision: FLOAT64 } as const;

/** Document 001's function, as it is defined. */
function weightsOf(engine: Engine, validLens: Tensor): Float64Array {
  const options = { maskMethod: 'fill', fill: -1e6 } as const;
  return engine.maskedSoftmax({ precision: FLOAT64, scores: DRAWN, validLens, ...options }).weights
    .data;
}

/** Weights of row `i`, counted over both matrices, from key `from` on. */
const rest = (weights: Float64Array, i: number, from: number): number =>
  Math.max(...weights.subarray(i * 4 + from, (i + 1) * 4));

/** The experiments; `with_` makes a state that differs from the lesson's first. */
export function printed(with_: (change: Partial<State>) => State): readonly Experiment<State>[] {
  const lens: Experiment<State> = {
    id: 'lens',
    decides: ['001-18'],
    state: with_({ firstLens: [0, 3] }),
    measure: (engine) => {
      const one = weightsOf(engine, { shape: [2], data: [2, 3] });
      const two = weightsOf(engine, { shape: [2, 2], data: [1, 3, 2, 4] });
      const none = weightsOf(engine, { shape: [2], data: [0, 3] });
      const { same } = computeTwice(FIRST, engine);
      return [
        claim('one', 0.4324, one[0], FOUR_DECIMALS),
        claim('oneRest', 0, rest(one, 0, 2)),
        claim('two', 0.2788, two[4], FOUR_DECIMALS),
        claim('twoRest', 0, rest(two, 1, 3)),
        reach('empty', 0, none[0], NEARLY_NOTHING),
        reach('tensor', DRAWN.data[2] ?? Number.NaN, same.tensor[0]?.[2], NEARLY_NOTHING),
      ];
    },
  };

  const inplace: Experiment<State> = {
    id: 'inplace',
    decides: ['001-19', 'E-23'],
    state: with_({ firstLens: [2, 3] }),
    measure: (engine) => {
      const { first, same, fresh } = computeTwice(FIRST, engine);
      const claimed = (id: string, i: number, j: number) =>
        claim(id, fresh.weights[i]?.[j] ?? Number.NaN, same.weights[i]?.[j], FOUR_DECIMALS);
      return [
        claim('firstKeeps', 0, Math.max(...(first[0] ?? []).slice(2))),
        claimed('row2a', 1, 0),
        claimed('row2b', 1, 1),
        claimed('row2c', 1, 2),
        claimed('row4a', 3, 0),
        claimed('row4d', 3, 3),
        reach('copy', 0.2788, fresh.weights[1]?.[0], FOUR_DECIMALS),
      ];
    },
  };

  const shape: Experiment<State> = {
    id: 'shape',
    decides: ['E-24'],
    state: with_({}),
    measure: (engine) => {
      const { shape: sides } = engine.maskedSoftmax({ precision: FLOAT64, scores: DRAWN }).weights;
      const [matrices = Number.NaN, rows, columns] = sides;
      return [
        claim('axes', 2, sides.length),
        reach('matrices', 2, matrices),
        claim('rows', 4, rows),
        claim('columns', 3, columns),
      ];
    },
  };

  const equal: Experiment<State> = {
    id: 'equal',
    decides: ['001-22', '001-25', 'E-27'],
    state: with_({ keys: 'ones', score: 'additive' }),
    measure: (engine) => {
      const outputs = (score: State['score'], change: Partial<SampleState> = {}) =>
        computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64, ...change }, engine)
          .output;
      const [additive, dot] = [outputs('additive'), outputs('dot')];
      const all = SEEDS.flatMap((seed) => [
        outputs('additive', { seed }).flat(),
        outputs('dot', { seed }).flat(),
      ]);
      const apart = Math.max(
        ...all.flatMap((one) => one.map((x, i) => Math.abs(x - (all[0]?.[i] ?? Number.NaN)))),
      );
      return [
        claim('additive1', 2, additive[0]?.[0], ROUNDING),
        claim('additive2', 10, additive[1]?.[0], ROUNDING),
        claim('dot1', 2, dot[0]?.[0], ROUNDING),
        claim('dot2', 10, dot[1]?.[0], ROUNDING),
        claim('apart', 0, apart, ROUNDING),
        reach('drawn', 2, outputs('additive', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
        reach('drawnDot', 2, outputs('dot', { keys: 'drawn' })[0]?.[0], NEARLY_NOTHING),
      ];
    },
  };

  const heatmap: Experiment<State> = {
    id: 'heatmap',
    decides: ['001-23', 'E-28'],
    state: with_({ keys: 'ones', score: 'dot' }),
    measure: (engine) => {
      const sample = (score: State['score']) =>
        computeSample({ score, keys: 'ones', seed: 1, precision: FLOAT64 }, engine);
      const [additive, dot] = [sample('additive'), sample('dot')];
      const [matrices, queries] = additive.shape;
      const apart = Math.max(
        ...additive.weights.flatMap((row, i) =>
          row.map((weight, j) => Math.abs(weight - (dot.weights[i]?.[j] ?? Number.NaN))),
        ),
      );
      return [
        claim('rows', 2, additive.weights.length),
        claim('columns', 10, additive.weights[0]?.length),
        claim('apart', 0, apart, ROUNDING),
        reach('queries', 2, queries),
        reach('matrices', 1, matrices),
      ];
    },
  };

  return [lens, inplace, shape, equal, heatmap];
}
