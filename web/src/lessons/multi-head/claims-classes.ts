// SPDX-License-Identifier: MIT
// Experiments on claims about the attention classes in the documents (the source texts of the lessons, see
// web/src/ledger).
import type { Engine, Tensor } from '../../engine/index.ts';
import { claim, type Probe, reach, refusals, shown } from '../experiment.ts';
import { filled, largestDifference } from '../matrix.ts';
import {
  AS_PRINTED,
  CAUSAL,
  case002,
  case004,
  precision,
  ROUNDING,
  runOf,
  TOKENS,
  TWO_SEQUENCES,
  with_,
} from './cases.ts';
import type { State } from './state.ts';
import { byHead, countOf, turned } from './tensors.ts';

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

/**
 * The number of parameters that the constructor of source document 002's class creates but that do not affect the
 * output, with 512 components and 8 heads.
 */
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

export const dead: Probe<State> = {
  state: with_({ variant: AS_PRINTED, layers: 'million' }),
  measure: (engine) => [
    claim('unused', 0, unused(engine)),
    claim('change', change(engine, '002_as_meant'), change(engine, AS_PRINTED)),
    claim('asymmetry', asymmetry(engine, '002_as_meant'), asymmetry(engine, AS_PRINTED)),
  ],
};

/**
 * Tests the TensorFlow class of source document 002. Its mask convention differs from that of the PyTorch class. The
 * document does not claim that both are the same, so this limits the claim but does not refute it (entry E-33 of the
 * ledger, web/src/ledger).
 */
export const tensorflow: Probe<State> = {
  state: with_({ variant: '002_tensorflow', mask: 'causal' }),
  measure: (engine) => {
    const run = (variant: Variant, mask = {}) =>
      engine.multiHead({ ...case002(), variant, ...mask });
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
  },
};

export const class004: Probe<State> = {
  state: with_({ variant: '004_as_printed' }),
  measure: (engine) => {
    const { heads, concat, output } = engine.multiHead({ ...case004(), variant: '004_as_printed' });
    return [
      claim('score', 0.1873832970144351, heads.scaledScores.data[0], ROUNDING),
      claim('weight', 0.15478755869702093, heads.weights.data[0], ROUNDING),
      claim('head', -0.31529736226461896, concat.data[0], ROUNDING),
      claim('output', 0.15106732158931124, output.data[0], ROUNDING),
      claim('last', 0.38604637633845784, output.data.at(-1), ROUNDING),
    ];
  },
};

export const line64: Probe<State> = {
  state: with_({ variant: '004_as_printed' }),
  measure: (engine) => {
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
  },
};
