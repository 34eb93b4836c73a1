// SPDX-License-Identifier: MIT
// Monte Carlo estimate of the mean weight of random tokens for themselves, as a function of the number of dimensions.
import { type Engine, runInSlices } from '../../engine/index.ts';
import type { Run } from '../experiment.ts';
import { identity, momentsOf } from '../matrix.ts';

const BATCHES = 20;
const SENTENCES_IN_BATCH = 100;
const TOKENS = 6;
const SEED = 35;

const precision = 'float64';

export interface MeanDiagonal {
  readonly mean: number;
  /** Standard error of the mean, estimated from the variation between the sentences. */
  readonly standardError: number;
}

/**
 * For each of several (n, n) weight matrices, which follow one after the other, the mean of its diagonal. This is the
 * mean weight of a token for itself.
 */
function meanDiagonals(engine: Engine, weights: ArrayLike<number>, n: number): ArrayLike<number> {
  return engine.scaledDotScores({
    precision,
    queries: { shape: [weights.length / (n * n), n * n], data: weights },
    keys: { shape: [1, n * n], data: identity(n).data },
    divisor: 'number',
    divisorNumber: n,
  }).data;
}

/**
 * The mean weight of a token for itself with scores XXᵀ/√d, over 2,000 sentences of six tokens with standard normal
 * components.
 * @returns one mean for each of `dimensions`; undefined if `run` was aborted
 */
export async function meanDiagonalsOf(
  dimensions: readonly number[],
  engine: Engine,
  { signal, onProgress }: Run,
): Promise<readonly MeanDiagonal[] | undefined> {
  const total = BATCHES * dimensions.length;
  const found = dimensions.map((): number[] => []);
  let count = 0;
  const draw = () => {
    const at = Math.floor(count / BATCHES);
    const shape = [SENTENCES_IN_BATCH, TOKENS, dimensions[at] as number];
    const tokens = engine.random({ precision, shape, seed: SEED, stream: count });
    const { weights } = engine.attention({
      precision,
      queries: tokens,
      keys: tokens,
      values: tokens,
    });
    found[at]?.push(...Array.from(meanDiagonals(engine, weights.data, TOKENS)));
    count++;
  };
  const job = {
    get count() {
      return count;
    },
    advance: (more: number) => {
      for (let i = 0; i < more; i++) draw();
    },
  };
  const isDone = await runInSlices(job, {
    total,
    signal,
    onProgress: (done) => onProgress(done / total),
  });
  if (!isDone) return undefined;
  return found.map((data) => {
    const { mean, deviation } = momentsOf(engine, data);
    return { mean, standardError: deviation / Math.sqrt(data.length) };
  });
}
