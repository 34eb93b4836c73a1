// SPDX-License-Identifier: MIT
// What each low number lets through while the scores of one query grow.
import type { Engine } from '../../engine/index.ts';
import { rowsOf, tensor } from './matrix.ts';
import { BASE, SIZE_RANGE, type State, TREATMENTS, type Treatment } from './state.ts';

/** The ways to hide that depend on a number. */
export const LEAKING = ['fill4', 'fill6', 'fill9', 'fill20', 'add9'] as const satisfies Treatment[];
export type Leaking = (typeof LEAKING)[number];

export interface LeakPoint {
  readonly size: number;
  readonly leaks: Readonly<Record<Leaking, number>>;
}

const PER_DECADE = 2;
const SIZES: readonly number[] = Array.from(
  { length: PER_DECADE * Math.log10(SIZE_RANGE.max) + 1 },
  (_, i) => 10 ** (i / PER_DECADE),
);

/** @param visible  1 for each key that the query sees */
export function computeLeaks(
  { row, precision }: Pick<State, 'row' | 'precision'>,
  visible: readonly number[],
  engine: Engine,
): readonly LeakPoint[] {
  const base = BASE[row - 1] ?? [];
  const scores = tensor(SIZES.map((size) => base.map((score) => score * size)));
  const keepMask = { shape: [visible.length], data: visible };
  const hidden = tensor([visible.map((kept) => 1 - kept)]);
  const leaks = LEAKING.map((id) => {
    const { method: maskMethod, fill } = TREATMENTS[id];
    const { weights } = engine.maskedSoftmax({ precision, scores, keepMask, maskMethod, fill });
    const queries = tensor(rowsOf(weights));
    return engine.scaledDotScores({ precision, queries, keys: hidden, divisor: 'none' }).data;
  });
  return SIZES.map((size, i) => ({
    size,
    leaks: Object.fromEntries(LEAKING.map((id, at) => [id, leaks[at]?.[i]])) as LeakPoint['leaks'],
  }));
}
