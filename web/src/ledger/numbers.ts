// SPDX-License-Identifier: MIT
// For each claim (a statement of a source document, or an erratum), the recorded number that decides whether the claim
// holds. The page of the ledger and the tests recompute this number.
import numbers from './numbers.json' with { type: 'json' };

/** The row in an experiment's table of measurements that decides a claim. */
export interface Deciding {
  readonly row: string;
  readonly expected: number;
  readonly computed: number;
}

type Recorded = readonly [row: string, expected: number | string, computed: number | string];

const recorded = numbers as unknown as Readonly<Record<string, Recorded>>;

/**
 * The recorded number of a claim. JSON has no NaN and no infinity, so they are stored as strings.
 * @throws Error if no number is recorded for this id
 */
export function decidingOf(id: string): Deciding {
  const found = recorded[id];
  if (found === undefined) throw new Error(`no number is recorded for ${id}`);
  const [row, expected, computed] = found;
  return { row, expected: Number(expected), computed: Number(computed) };
}
