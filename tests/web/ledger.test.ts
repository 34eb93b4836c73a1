// SPDX-License-Identifier: MIT
// Checks the line numbers of the statements in the ledger (web/src/ledger), which judges the five source documents.
import { expect, it } from 'vitest';
import { entries } from '../../web/src/documents/entries.ts';
import type { Undecided } from '../../web/src/ledger/claim.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';

/** The number of lines of each source document, by its id in the ledger. */
const LENGTH = { '000': 173, '001': 164, '002': 203, '003': 78, '004': 119 } as const;

/**
 * Checks the line numbers of a row in the ledger, such as "7-9, 12": they must be ascending and exist in the row's
 * document.
 */
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

it('an entry is related to each entry that is related to it', () => {
  const pairs = entries.flatMap(({ id, related }) => related.map((other) => [id, other]));
  expect(pairs.length).toBeGreaterThan(50);
  const isMutual = ([id, other]: string[]) =>
    entries.some((one) => one.id === other && one.related.includes(id ?? ''));
  expect(pairs.filter((pair) => !isMutual(pair))).toEqual([]);
});

it('every row refers to lines that exist in its document', () => {
  expect([...claims, ...undecided].flatMap(problemsOf)).toEqual([]);
});

it.each<[Omit<Undecided, 'lesson'>, string[]]>([
  [{ id: '002-17', document: '002', lines: '129, 168-203' }, []],
  [{ id: '002-17', document: '003', lines: '12' }, ['002-17: in document 003']],
  [{ id: '003-01', document: '003', lines: '14, 12' }, ['003-01: lines 14, 12']],
  [{ id: '003-01', document: '003', lines: '' }, ['003-01: lines ']],
])('the check reports the problems of %o', (row, problems) => {
  expect(problemsOf(row)).toEqual(problems);
});
