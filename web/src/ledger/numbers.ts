// SPDX-License-Identifier: MIT
// The number that decides each statement, as recorded; the page and the tests compute it anew.
import numbers from './numbers.json' with { type: 'json' };

/** One row of the experiment that decides. */
export interface Deciding {
  readonly row: string;
  readonly expected: number;
  readonly computed: number;
}

type Recorded = readonly [row: string, expected: number | string, computed: number | string];

const recorded = numbers as unknown as Readonly<Record<string, Recorded>>;

/** JSON has no NaN and no infinity; they stand there as texts. */
export function decidingOf(id: string): Deciding {
  const found = recorded[id];
  if (found === undefined) throw new Error(`no number is recorded for ${id}`);
  const [row, expected, computed] = found;
  return { row, expected: Number(expected), computed: Number(computed) };
}
