// SPDX-License-Identifier: MIT
import { scale } from '../options.ts';
import { defined, type Given, type Runners, scalar, shaped } from '../values.ts';

/**
 * The matrix `name`, W_q or W_k. The library expects both matrices or neither. If the golden case has only the other
 * matrix, returns the identity; if it has neither, undefined.
 */
function projection({ has, input, matrix }: Given, name: string) {
  if (!has('W_q') && !has('W_k')) return undefined;
  if (has(name)) return matrix(name);
  const d = input('X').shape.at(-1) ?? 1;
  const data = Array.from({ length: d * d }, (_, i) => Number(i % (d + 1) === 0));
  return { shape: [d, d], data };
}

export const SCORES: Runners = {
  angle({ engine, precision, input, matrix }) {
    const shape = ['q', 'k'].flatMap((name) => input(name).shape.slice(0, -1));
    const request = { precision, queries: matrix('q'), keys: matrix('k') };
    const { dots, cosines, degrees } = engine.angles(request);
    return {
      dot: shaped(shape, dots),
      cos: shaped(shape, cosines),
      theta_deg: shaped(shape, degrees),
    };
  },

  double_transpose({ engine, precision, matrix }) {
    const request = { precision, queries: matrix('q'), keys: matrix('k') };
    return {
      right: engine.scaledDotScores(request),
      seed_steps_run_in_order: engine.doubleTransposeScores(request),
    };
  },

  self_similarity(given) {
    const { engine, precision, matrix } = given;
    const result = engine.selfSimilarity({
      precision,
      tokens: matrix('X'),
      ...defined({ W_q: projection(given, 'W_q'), W_k: projection(given, 'W_k') }),
      ...scale(given),
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
  },
};
