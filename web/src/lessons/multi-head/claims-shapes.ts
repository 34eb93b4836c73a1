// SPDX-License-Identifier: MIT
// Experiments on claims about the split into heads, masks and dropout.
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, type Probe, reach, refusals, shown } from '../experiment.ts';
import { filled, largestDifference, rowsOf } from '../matrix.ts';
import {
  AS_PRINTED,
  CAUSAL,
  case002,
  case004,
  precision,
  ROUNDING,
  TWO_SEQUENCES,
  with_,
} from './cases.ts';
import { D_MODEL, EXAMPLE, type State, TOKEN_COUNT } from './state.ts';
import { byHead, sums } from './tensors.ts';

type Variant = State['variant'];

export const mask: Probe<State> = {
  state: with_({ variant: '004_as_printed', mask: 'causal' }),
  measure: (engine) => {
    const data = [...CAUSAL, ...CAUSAL.map(() => 1)];
    const run = (variant: Variant, ...shape: readonly number[]) => {
      const own = variant === AS_PRINTED ? case002 : case004;
      return engine.multiHead({ ...own(TWO_SEQUENCES), variant, keepMask: { shape, data } }).output;
    };
    const missed = (variant: Variant) =>
      largestDifference(run(variant, 2, 3, 3).data, run(variant, 2, 1, 3, 3).data);
    const three = { ...case004(filled(0.5, 3, 3, 4)), keepMask: filled(1, 3, 3, 3) };
    const refused = refusals(() => engine.multiHead({ ...three, variant: '004_as_printed' }));
    return [
      claim('meant', 0.69, run('004_as_printed', 2, 1, 3, 3).data[0], ROUNDING),
      reach('read004', 0, missed('004_as_printed')),
      reach('read002', 0, missed(AS_PRINTED)),
      reach('refused', 0, refused),
    ];
  },
};

export const divisible: Probe<State> = {
  state: with_({ heads: 8 }),
  measure: (engine) => {
    const refused = (width: number, ...heads: number[]) =>
      heads.filter((numHeads) =>
        refusals(() => engine.splitHeads({ precision, x: filled(1, 4, width), numHeads })),
      ).length;
    return [
      claim('fits', 0, refused(8, 1, 2, 4, 8)),
      claim('three', 1, refused(8, 3)),
      claim('ten', 1, refused(10, 3)),
    ];
  },
};

const NUM_HEADS = 2;

/**
 * Splits the tokens into heads, correctly (`right`) and without the swap of axes (`wrong`).
 * @returns how many rows of all heads contain only entries of their own token
 */
function ownRows(engine: Engine): { readonly right: number; readonly wrong: number } {
  // Each entry is the number of its token.
  const tokens = Array.from({ length: TOKEN_COUNT * D_MODEL }, (_, at) => Math.floor(at / D_MODEL));
  const x = { shape: [TOKEN_COUNT, D_MODEL], data: tokens };
  const { heads, wrongView } = engine.splitHeads({ precision, x, numHeads: NUM_HEADS });
  const count = ({ data }: Tensor) =>
    byHead({ shape: heads.shape, data }).flatMap((rows) =>
      rows.filter((row, i) => row.every((token) => token === i)),
    ).length;
  return { right: count(heads), wrong: count(wrongView) };
}

export const split: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const x: Tensor = { shape: [2, 3, 4], data: Array.from({ length: 24 }, (_, at) => at) };
    const { heads, merged } = engine.splitHeads({ precision, x, numHeads: NUM_HEADS });
    const { right, wrong } = ownRows(engine);
    return [
      claim('second', 2, heads.data[6]),
      claim('width', 2, heads.shape.at(-1)),
      claim('merged', 0, largestDifference(x.data, merged.data)),
      claim('right', NUM_HEADS * TOKEN_COUNT, right),
      shown('wrong', NUM_HEADS * TOKEN_COUNT, wrong),
    ];
  },
};

/** The inputs of a test with dropout, and a flag for each weight that dropout keeps. */
const KEPT = {
  queries: [
    0.3099, -0.0923, 0.6159, -0.1437, -1.096, -0.2942, -1.3923, -1.9778, -1.2893, 0.2896, -0.9379,
    -1.7768,
  ],
  keys: [
    ...[0.8724, -0.1452, -0.561, 1.9402, 0.3099, 1.46, -0.6257, 2.1472, 1.5037, -0.7236],
    ...[-0.5634, -0.8499, -0.2417, 0.1117, 3.3416, -1.3988, 0.2401, 0.6386, 0.7915, 1.4543],
  ],
  keep: [1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1],
};

export const dropout: Probe<State> = {
  state: EXAMPLE,
  measure: (engine) => {
    const keys: Tensor = { shape: [5, 4], data: KEPT.keys };
    const { weights, droppedWeights } = engine.attention({
      ...{ precision, queries: { shape: [3, 4], data: KEPT.queries }, keys, values: keys },
      dropoutRate: 0.5,
      dropoutKeep: { shape: [3, 5], data: KEPT.keep },
    });
    const before = sums(rowsOf(weights));
    const after = droppedWeights ? sums(rowsOf(droppedWeights)) : [];
    return [
      claim('before', 1, before[0], ROUNDING),
      ...after.map((sum, i) => reach(`after${i + 1}`, 1, sum, ROUNDING)),
    ];
  },
};
