// SPDX-License-Identifier: MIT
// Where the rows of the ledger say their statements stand.
import { expect, it } from 'vitest';
import type { Undecided } from '../../web/src/ledger/claim.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';

/** How many lines each document has. */
const LENGTH = { '000': 173, '001': 164, '002': 203, '003': 78, '004': 119 } as const;

/** What is wrong with a row's place: "7-9, 12" are lines of its document, in their order. */
function problemsOf({ id, document, lines }: Omit<Undecided, 'lesson'>): string[] {
  if (/^\d/.test(id) && !id.startsWith(`${document}-`)) return [`${id}: in document ${document}`];
  const ranges = lines.split(', ').map((range) => /^(\d+)(?:-(\d+))?$/.exec(range));
  const ends = ranges.flatMap((found) =>
    found ? [found[1], found[2] ?? found[1]].map(Number) : [Number.NaN],
  );
  const numbers = [1, ...ends, LENGTH[document]];
  const inOrder = numbers.every((line, i) => i === 0 || line >= (numbers[i - 1] ?? 0));
  return inOrder ? [] : [`${id}: lines ${lines}`];
}

it('every row names lines that its own document has', () => {
  expect([...claims, ...undecided].flatMap(problemsOf)).toEqual([]);
});

it.each<[Omit<Undecided, 'lesson'>, string[]]>([
  [{ id: '002-17', document: '002', lines: '129, 168-203' }, []],
  [{ id: 'E-33', document: '002', lines: '175-184' }, []],
  [{ id: '002-17', document: '003', lines: '12' }, ['002-17: in document 003']],
  [{ id: '003-01', document: '003', lines: '14, 12' }, ['003-01: lines 14, 12']],
  [{ id: '003-01', document: '003', lines: '12-79' }, ['003-01: lines 12-79']],
  [{ id: '003-01', document: '003', lines: '0-2' }, ['003-01: lines 0-2']],
  [{ id: '003-01', document: '003', lines: '12/14' }, ['003-01: lines 12/14']],
  [{ id: '003-01', document: '003', lines: '' }, ['003-01: lines ']],
])('the check knows where %o is wrong', (row, problems) => {
  expect(problemsOf(row)).toEqual(problems);
});
