// SPDX-License-Identifier: MIT
import type { Tensor } from '../../../web/src/engine/index.ts';
import type { Expectation, Tensors, Tolerance } from './case.ts';

/**
 * How far an entry lies outside its tolerance; 0 or less inside. NaN or infinity on one side only
 * lies infinitely far.
 */
function excess(got: number, expected: number, { abs, rel }: Tolerance): number {
  if (got === expected || (Number.isNaN(got) && Number.isNaN(expected))) return 0;
  if (!Number.isFinite(got) || !Number.isFinite(expected)) return Number.POSITIVE_INFINITY;
  return Math.abs(got - expected) - (abs + rel * Math.abs(expected));
}

const shapeText = ({ shape }: Tensor): string => `(${shape.join(', ')})`;

export interface Miss {
  /** One line. */
  text: string;
  /** How far the worst entry lies outside its tolerance; infinite where there is no such entry. */
  excess: number;
}

const incomparable = (text: string): Miss => ({ text, excess: Number.POSITIVE_INFINITY });

/**
 * What is wrong with `got`, its worst entry if it is one, or undefined. Outputs that the case says
 * nothing about are not looked at.
 * An entry passes when |got − expected| ≤ abs + rel·|expected|; NaN passes for NaN only.
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
