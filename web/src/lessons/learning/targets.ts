// SPDX-License-Identifier: MIT
// Where a position of the example should look for what follows.
import type { State } from './state.ts';
import { TARGETS } from './tasks/pointing.ts';
import type { Learning } from './training/learning.ts';

/** What follows at the end of a beginning, by the role of its last word. */
const IMPLIED: Readonly<Record<string, string>> = {
  subject: 'verb',
  other: 'verb',
  link: 'subject',
};

/** Subject for verb and pronoun; for a noun behind a clause its classifier, which no other noun has followed. */
function sentenceTarget(roles: readonly string[], from: number): number | undefined {
  const next = roles[from + 1] ?? IMPLIED[roles[from] ?? ''];
  const lastOf = (role: string, fits: (index: number) => boolean = () => true) => {
    const index = roles.findLastIndex((one, i) => i <= from && one === role && fits(i));
    return index < 0 ? undefined : index;
  };
  if (next === 'verb' || next === 'pronoun') return lastOf('subject');
  return next === 'subject' ? lastOf('classifier', (i) => roles[i + 1] !== 'other') : undefined;
}

/** The partner; behind the same symbol earlier in the list; the word that decides the next one. */
export function targetOf(
  { task, permutation }: Pick<State, 'task' | 'permutation'>,
  { symbols, roles }: Pick<Learning, 'symbols' | 'roles'>,
): (from: number) => number | undefined {
  if (task === 'pointing') return (from) => TARGETS[permutation][from];
  if (task === 'sentences') return (from) => sentenceTarget(roles, from);
  return (from) => {
    const first = symbols.indexOf(symbols[from] ?? '');
    return first < from ? first + 1 : undefined;
  };
}
