// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../../web/src/engine/index.ts';
import { type Given, type Runners, scalar } from '../values.ts';

const times = ({ shape, data }: Tensor, factor: number): Tensor => ({
  shape,
  data: Array.from(data, (x) => x * factor),
});

const dot = (a: Tensor, b: Tensor): number =>
  Array.from(a.data).reduce((sum, x, i) => sum + x * (b.data[i] as number), 0);

/**
 * Converts the parameter `sigma` or `w`. A width w becomes the bandwidth σ = 1/w. If the precision
 * cannot represent 1/w, σ is 1 and w multiplies the points instead.
 */
function widths({ has, input, precision }: Given) {
  const isWidth = has('w');
  const parameter = input(isWidth ? 'w' : 'sigma').data[0] as number;
  // The sign is dropped, because the score contains only the square of the parameter.
  const sign = Math.sign(parameter);
  const none = { points: 1, sigmaByParameter: 0, pointsByParameter: 0 };
  if (!isWidth) return { ...none, sigma: sign * parameter, sigmaByParameter: sign };
  const sigma = sign / parameter;
  const held = precision === 'float32' ? Math.fround(sigma) : sigma;
  return Number.isFinite(held) && held > 0
    ? { ...none, sigma, sigmaByParameter: -sign / parameter ** 2 }
    : { ...none, sigma: 1, points: parameter, pointsByParameter: 1 };
}

export const KERNEL: Runners = {
  kernel_attention(given) {
    const { engine, precision, matrix, number, gradients } = given;
    const { sigma, points, sigmaByParameter, pointsByParameter } = widths(given);
    const [q, k] = [matrix('q'), matrix('k')];
    const request = {
      precision,
      queries: times(q, points),
      keys: times(k, points),
      values: matrix('v'),
      kernel: 'gaussian' as const,
      sigma,
      sign: number('sign', -1) > 0 ? ('plus' as const) : ('minus' as const),
    };
    const { scores, weights, prediction: out } = engine.kernelRegression(request);
    return {
      ...{ scores, weights, out },
      ...gradients(out, ({ data }) => {
        const outputGradient = { shape: out.shape, data };
        const gradient = engine.kernelRegressionGradient({ ...request, outputGradient });
        const { queries, keys, values: v } = gradient;
        const byPoints = dot(queries, q) + dot(keys, k);
        const byParameter = scalar(
          sigmaByParameter * gradient.sigma + pointsByParameter * byPoints,
        );
        return {
          ...{ q: times(queries, points), k: times(keys, points), v },
          ...{ sigma: byParameter, w: byParameter },
        };
      }),
    };
  },
};
