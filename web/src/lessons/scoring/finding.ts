// SPDX-License-Identifier: MIT
// Counts how often three score functions give the highest score to the one of three keys that equals the query, and
// trains a network to do this. Each example occurs a second time with all signs flipped.
import type { AttentionInput, Engine } from '../../engine/index.ts';
import { matrix, oneRow, rowsOf } from '../matrix.ts';
import { oncePer } from '../once.ts';
import { Descent, type Examples, flat, type Parameters } from './descent.ts';
import { bestOf, drawParameters, mirroredExamples, type Scored, scoredOf } from './retrieval.ts';

export const STEPS = 40;

const NUM_KEYS = 3;
const WIDTH = 2;
/** The number of components in a comparison with long vectors. Directions of random keys are then nearly orthogonal. */
const MANY = 16;
const SEED = 6;
const RATE = 0.15;
const TRAIN = 32;
const TEST = 512;
/** The variance of the components. With it, the keys are spread over the figure's plane. */
const VARIANCE = 4;
const STREAMS = { test: 1, train: 100 };

/** A network without a bias (`bare`), or with one. */
type Kind = 'bare' | 'bias';

interface Run {
  readonly descent: Descent;
  /** The parameters after 0, 1, 2, … steps. */
  readonly parameters: Parameters[];
}

const examplesOf = (engine: Engine, count: number, stream: number, d = WIDTH): Examples =>
  mirroredExamples(engine, {
    ...{ count, stream, d, numKeys: NUM_KEYS, seed: SEED, variance: VARIANCE },
  });

/** The share of the examples in which the correct key has the highest score. */
function foundBy(
  engine: Engine,
  { queries, keys, values, targets }: Examples,
  options: Partial<AttentionInput<'float64'>>,
): number {
  const { scaledScores } = engine.attention({
    ...{ precision: 'float64', queries, keys, values, divisor: 'none' },
    ...options,
  });
  const rows = rowsOf(flat(scaledScores));
  return rows.filter((row, i) => bestOf(row) === targets.data[i]).length / rows.length;
}

/** The test examples, the results of the functions that are not trained, and the training of two networks. */
const taskOf = oncePer((engine: Engine) => {
  const test = examplesOf(engine, TEST, STREAMS.test);
  const run = (score: Kind): Run => {
    const first = drawParameters(engine, { score, d: WIDTH, seed: SEED });
    const descent = new Descent(engine, first, {
      ...{ divisor: 'none', learningRate: RATE },
      examplesOf: (step) => examplesOf(engine, TRAIN, STREAMS.train + step),
    });
    return { descent, parameters: [first] };
  };
  return {
    test,
    fixed: {
      dot: foundBy(engine, test, {}),
      distance: foundBy(engine, test, { score: 'gaussian', sigma: 1 }),
      /** The share for the dot product of vectors with `MANY` components. */
      many: foundBy(engine, examplesOf(engine, TEST, STREAMS.test, MANY), {}),
    },
    runs: { bare: run('bare'), bias: run('bias') },
  };
});

/** The parameters after a number of steps. All earlier parameters are kept, so each step runs once. */
function parametersAt({ descent, parameters }: Run, steps: number): Parameters {
  while (parameters.length <= steps) {
    descent.run(1);
    parameters.push(descent.parameters);
  }
  return parameters[steps] as Parameters;
}

export function trainedAt(
  engine: Engine,
  query: readonly number[],
  keys: readonly (readonly number[])[],
  steps: number,
) {
  const task = taskOf(engine);
  const network = (kind: Kind): Partial<AttentionInput<'float64'>> => ({
    score: 'additive',
    ...parametersAt(task.runs[kind], steps),
  });
  const arrows = { queries: oneRow(query), keys: matrix(...keys), values: matrix(...keys) };
  const scored = (kind: Kind): Scored =>
    scoredOf(engine.attention({ precision: 'float64', ...arrows, ...network(kind) }));
  const found = (kind: Kind) => foundBy(engine, task.test, network(kind));
  return {
    /** The numbers of training steps, of test examples, and of components for `found.many`. */
    ...{ steps, examples: TEST, components: MANY },
    ...{ bare: scored('bare'), bias: scored('bias') },
    /** The share of examples in which each function gives the correct key the highest score. */
    found: { ...task.fixed, bias: found('bias'), bare: found('bare') },
  };
}
