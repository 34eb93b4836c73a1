// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../web/src/engine/index.ts';
import type { Expectation, Tensors, Tolerance } from './case.ts';

/**
 * The error of an entry minus its tolerance; the entry passes if this is ≤ 0. Infinity if one of
 * the two numbers is not finite and they are not equal.
 */
function excess(got: number, expected: number, { abs, rel }: Tolerance): number {
  if (got === expected || (Number.isNaN(got) && Number.isNaN(expected))) return 0;
  if (!Number.isFinite(got) || !Number.isFinite(expected)) return Number.POSITIVE_INFINITY;
  return Math.abs(got - expected) - (abs + rel * Math.abs(expected));
}

const shapeText = ({ shape }: Tensor): string => `(${shape.join(', ')})`;

export interface Miss {
  text: string;
  /** The error of the worst entry minus its tolerance; Infinity if an output is missing or has another shape. */
  excess: number;
}

const incomparable = (text: string): Miss => ({ text, excess: Number.POSITIVE_INFINITY });

/**
 * The worst difference of the outputs `got` from the expected ones, or undefined if all pass. Outputs that the golden
 * case does not list are ignored. An entry passes if |got − expected| ≤ abs + rel·|expected|, or if both numbers are
 * NaN or the same infinity.
 */
export function worstMiss(got: Tensors, expected: Expectation): Miss | undefined {
  const surplus = expected.absent.find((name) => name in got);
  if (surplus !== undefined) return incomparable(`${surplus}: computed where PyTorch gives none`);

  let miss: Miss | undefined;
  for (const [name, wanted] of Object.entries(expected.outputs)) {
    const output = got[name];
    if (output === undefined) return incomparable(`${name}: not computed`);
    if (shapeText(output) !== shapeText(wanted) || output.data.length !== wanted.data.length)
      return incomparable(`${name}: got shape ${shapeText(output)}, expected ${shapeText(wanted)}`);
    for (let i = 0; i < wanted.data.length; i++) {
      const [x, y] = [output.data[i] as number, wanted.data[i] as number];
      const by = excess(x, y, expected.tolerance);
      if (by <= (miss?.excess ?? 0)) continue;
      miss = { text: `${name}[${i}]: got ${x}, expected ${y}, excess ${by}`, excess: by };
    }
  }
  return miss;
}
