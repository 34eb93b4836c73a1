// SPDX-License-Identifier: MIT
import type { SampleMoments } from '../../../../web/src/engine/index.ts';
import { type Runners, scalar, shaped } from '../values.ts';

export const MOMENTS: Runners = {
  zscore({ engine, precision, input, matrix, number }) {
    const result = engine.standardise({ precision, x: matrix('x'), ddof: number('ddof', 0) });
    return {
      mean: scalar(result.mean),
      std: scalar(result.deviation),
      z: shaped(input('x').shape, result.z),
      skew_x: scalar(result.skewnessX),
      skew_z: scalar(result.skewnessZ),
    };
  },

  dot_moments({ engine, precision, input, matrix }) {
    const request = { precision, queries: matrix('Q'), keys: matrix('K') };
    const { dots, scaled } = engine.dotProductMoments(request);
    const [plain, bySqrtD, byD] = scaled as [SampleMoments, SampleMoments, SampleMoments];
    return {
      dots: shaped(input('Q').shape.slice(0, -1), dots),
      mean: scalar(plain.mean),
      var_pop: scalar(plain.variance),
      var_pop_scaled: scalar(bySqrtD.variance),
      var_pop_div_dk: scalar(byD.variance),
    };
  },
};
