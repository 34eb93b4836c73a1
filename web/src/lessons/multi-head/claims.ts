// SPDX-License-Identifier: MIT
// Experiments on claims about the attention classes in the documents (source texts, see web/src/ledger), and about the
// split into heads, masks and dropout.
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, experimentsOf, probe, reach, refusals, shown } from '../experiment.ts';
import { filled, largestDifference, rowsOf } from '../matrix.ts';
import * as formulas from './claims-formulas.ts';
import * as large from './claims-large.ts';
import {
  AS_PRINTED,
  byHead,
  CAUSAL,
  case002,
  case004,
  countOf,
  D_MODEL,
  EXAMPLE,
  precision,
  ROUNDING,
  runOf,
  type State,
  sums,
  TOKEN_COUNT,
  TOKENS,
  TWO_SEQUENCES,
  turned,
  with_,
} from './compute.ts';

type Variant = State['variant'];
const LAYERS = ['W_q', 'W_k', 'W_v'] as const;

/** The largest change of the output of a variant if every entry of W_Q, W_K and W_V becomes a million. */
function change(engine: Engine, variant: Variant): number {
  const [drawn, loud] = [runOf(engine, { variant }), runOf(engine, { variant, layers: 'million' })];
  return largestDifference(drawn.output.data, loud.output.data);
}

function asymmetry(engine: Engine, variant: Variant): number {
  const { scores } = engine.multiHead({ ...case002(), variant }).heads;
  const flipped = byHead(scores).map(turned).flat(2);
  return largestDifference(scores.data, flipped);
}

/** The number of parameters that source document 002's class creates but does not use, for width 512 and 8 heads. */
function unused(engine: Engine): number {
  const x = filled(1, 1, 2, 512);
  const layers = Object.fromEntries(LAYERS.map((name) => [name, filled(0.1, 64, 64)]));
  const read = engine.multiHeadGradient({
    ...{ precision, variant: AS_PRINTED, numHeads: 8, queries: x, keys: x, values: x, ...layers },
    W_o: filled(0.1, 1, 512),
    outputGradient: filled(1, 1, 2, 1),
  });
  return countOf(...LAYERS.filter((name) => !(name in read)).map((name) => layers[name]));
}

const dead = probe(with_({ variant: AS_PRINTED, layers: 'million' }), (engine) => [
  claim('unused', 0, unused(engine)),
  claim('change', change(engine, '002_as_meant'), change(engine, AS_PRINTED)),
  claim('asymmetry', asymmetry(engine, '002_as_meant'), asymmetry(engine, AS_PRINTED)),
]);

/**
 * Tests the TensorFlow class of source document 002. Its mask convention differs from that of the PyTorch class. The
 * document does not claim that the classes agree, so the difference limits the claim but does not refute it (entry E-33
 * of the ledger, web/src/ledger).
 */
const tensorflow = probe(with_({ variant: '002_tensorflow', mask: 'causal' }), (engine) => {
  const run = (variant: Variant, mask = {}) => engine.multiHead({ ...case002(), variant, ...mask });
  const { weights } = run('002_tensorflow', { hideMask: { shape: [3, 3], data: CAUSAL } }).heads;
  return [
    shown(
      'same',
      0,
      largestDifference(run('002_tensorflow').output.data, run(AS_PRINTED).output.data),
    ),
    claim('change', change(engine, '002_as_meant'), change(engine, '002_tensorflow')),
    reach('first', 1, weights.data[0], ROUNDING),
    reach('second', 0, weights.data[1], ROUNDING),
  ];
});

const class004 = probe(with_({ variant: '004_as_printed' }), (engine) => {
  const { heads, concat, output } = engine.multiHead({ ...case004(), variant: '004_as_printed' });
  return [
    claim('score', 0.1873832970144351, heads.scaledScores.data[0], ROUNDING),
    claim('weight', 0.15478755869702093, heads.weights.data[0], ROUNDING),
    claim('head', -0.31529736226461896, concat.data[0], ROUNDING),
    claim('output', 0.15106732158931124, output.data[0], ROUNDING),
    claim('last', 0.38604637633845784, output.data.at(-1), ROUNDING),
  ];
});

const line64 = probe(with_({ variant: '004_as_printed' }), (engine) => {
  const run = (variant: Variant, queries: Tensor, keys: Tensor) =>
    engine.multiHead({ ...case004(queries), variant, keys, values: keys }).output;
  const refused = (...input: Parameters<typeof run>) => refusals(() => run(...input));
  const short = filled(0.5, 1, 2, 4);
  const three: Tensor = { shape: [3, 2, 4], data: TWO_SEQUENCES.data };
  // Only the first token of the second sequence changes.
  const changed = { ...three, data: Array.from(three.data).with(8, 9) };
  const first = (keys: Tensor) => run('004_as_printed', TWO_SEQUENCES, keys).data.slice(0, 12);
  return [
    claim('standard', 0, refused('standard', TOKENS, short)),
    claim('raises', 0, refused('004_as_printed', TOKENS, short)),
    claim('silent', 1, refused('004_as_printed', TWO_SEQUENCES, three)),
    claim('mixed', 0, largestDifference(first(three), first(changed))),
  ];
});

const mask = probe(with_({ variant: '004_as_printed', mask: 'causal' }), (engine) => {
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
});

const divisible = probe(with_({ heads: 8 }), (engine) => {
  const refused = (width: number, ...heads: number[]) =>
    heads.filter((numHeads) =>
      refusals(() => engine.splitHeads({ precision, x: filled(1, 4, width), numHeads })),
    ).length;
  return [
    claim('fits', 0, refused(8, 1, 2, 4, 8)),
    claim('three', 1, refused(8, 3)),
    claim('ten', 1, refused(10, 3)),
  ];
});

const NUM_HEADS = 2;

/**
 * Splits the tokens into heads, correctly (`right`) and without the swap of axes (`wrong`).
 * @returns the number of rows in all heads that contain only entries of their own token
 */
function ownRows(engine: Engine): { readonly right: number; readonly wrong: number } {
  // Each entry is the index of its token.
  const tokens = Array.from({ length: TOKEN_COUNT * D_MODEL }, (_, at) => Math.floor(at / D_MODEL));
  const x = { shape: [TOKEN_COUNT, D_MODEL], data: tokens };
  const { heads, wrongView } = engine.splitHeads({ precision, x, numHeads: NUM_HEADS });
  const count = ({ data }: Tensor) =>
    byHead({ shape: heads.shape, data }).flatMap((rows) =>
      rows.filter((row, i) => row.every((token) => token === i)),
    ).length;
  return { right: count(heads), wrong: count(wrongView) };
}

const split = probe(EXAMPLE, (engine) => {
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
});

/** Test inputs for dropout. `keep` has a flag for each weight: 1 if dropout keeps the weight, otherwise 0. */
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

const dropout = probe(EXAMPLE, (engine) => {
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
});

export const experiments = experimentsOf<State>({
  linear: formulas.linear,
  own: formulas.own,
  scores: formulas.scores,
  sums: formulas.sumsOfWeights,
  steps: formulas.steps,
  weighting: formulas.weighting,
  concat: formulas.concat,
  global: formulas.global,
  parameters: large.parameters,
  divisible,
  split,
  dead,
  embed: large.embed,
  tensorflow,
  class004,
  rank: large.rank,
  whole: large.whole,
  line64,
  mask,
  dropout,
});
