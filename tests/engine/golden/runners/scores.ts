// SPDX-License-Identifier: MIT
import type { GoldenCase } from '../case.ts';
import { scale } from '../options.ts';
import {
  given,
  has,
  input,
  matrix,
  type Runner,
  type RunnerTable,
  scalar,
  shaped,
} from '../values.ts';

const angle: Runner = (engine, golden, precision) => {
  const shape = ['q', 'k'].flatMap((name) => input(golden, name).shape.slice(0, -1));
  const request = { precision, queries: matrix(golden, 'q'), keys: matrix(golden, 'k') };
  const { dots, cosines, degrees } = engine.angles(request);
  return {
    dot: shaped(shape, dots),
    cos: shaped(shape, cosines),
    theta_deg: shaped(shape, degrees),
  };
};

const doubleTranspose: Runner = (engine, golden, precision) => {
  const request = { precision, queries: matrix(golden, 'q'), keys: matrix(golden, 'k') };
  return {
    right: engine.scaledDotScores(request),
    seed_steps_run_in_order: engine.doubleTransposeScores(request),
  };
};

/**
 * The matrix W_q or W_k. The library expects both or none, so if the golden case has only the other one, the result is
 * the identity.
 */
function projection(golden: GoldenCase, name: string) {
  if (!has(golden, 'W_q') && !has(golden, 'W_k')) return undefined;
  if (has(golden, name)) return matrix(golden, name);
  const d = input(golden, 'X').shape.at(-1) ?? 1;
  const data = Array.from({ length: d * d }, (_, i) => Number(i % (d + 1) === 0));
  return { shape: [d, d], data };
}

const selfSimilarity: Runner = (engine, golden, precision) => {
  const result = engine.selfSimilarity({
    precision,
    tokens: matrix(golden, 'X'),
    ...given({ W_q: projection(golden, 'W_q'), W_k: projection(golden, 'W_k') }),
    ...scale(golden),
  });
  const tokens = result.scores.shape.slice(0, 1);
  return {
    S: result.scores,
    A: result.weights,
    out: result.output,
    asym_S: scalar(result.scoresAsymmetry),
    asym_A: scalar(result.weightsAsymmetry),
    mean_diag_A: scalar(result.meanDiagonal),
    rel_dist: shaped(tokens, result.relativeDistances),
    row_sums: shaped(tokens, result.rowSums),
    col_sums: shaped(tokens, result.columnSums),
  };
};

export const SCORES: RunnerTable = {
  angle,
  double_transpose: doubleTranspose,
  self_similarity: selfSimilarity,
};
