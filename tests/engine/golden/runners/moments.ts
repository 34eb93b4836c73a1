// SPDX-License-Identifier: MIT
import type { SampleMoments } from '../../../../web/src/engine/index.ts';
import { input, matrix, number, type Runner, type RunnerTable, scalar, shaped } from '../values.ts';

const zscore: Runner = (engine, golden, precision) => {
  const x = input(golden, 'x');
  const request = { precision, x: matrix(golden, 'x'), ddof: number(golden, 'ddof', 0) };
  const result = engine.standardise(request);
  return {
    mean: scalar(result.mean),
    std: scalar(result.deviation),
    z: shaped(x.shape, result.z),
    skew_x: scalar(result.skewnessX),
    skew_z: scalar(result.skewnessZ),
  };
};

const dotMoments: Runner = (engine, golden, precision) => {
  const request = { precision, queries: matrix(golden, 'Q'), keys: matrix(golden, 'K') };
  const { dots, scaled } = engine.dotProductMoments(request);
  const [plain, bySqrtD, byD] = scaled as [SampleMoments, SampleMoments, SampleMoments];
  return {
    dots: shaped(input(golden, 'Q').shape.slice(0, -1), dots),
    mean: scalar(plain.mean),
    var_pop: scalar(plain.variance),
    var_pop_scaled: scalar(bySqrtD.variance),
    var_pop_div_dk: scalar(byD.variance),
  };
};

export const MOMENTS: RunnerTable = { zscore, dot_moments: dotMoments };
