// SPDX-License-Identifier: MIT
// Finds the position to which a position of the example should attend in order to predict the next token.
import type { State } from './state.ts';
import { TARGETS } from './tasks/pointing.ts';
import type { Learning } from './training/learning.ts';

/** For the role of the last word of an incomplete sentence, the role that the next word will have. */
const IMPLIED: Readonly<Record<string, string>> = {
  subject: 'verb',
  other: 'verb',
  link: 'subject',
};

/**
 * The position, at most `from`, of the word that determines the word after `from`. Before a verb or a pronoun, it is
 * the last subject; before a noun after a clause, the classifier that has no noun yet. Otherwise undefined.
 */
function sentenceTarget(roles: readonly string[], from: number): number | undefined {
  const next = roles[from + 1] ?? IMPLIED[roles[from] ?? ''];
  const lastOf = (role: string, fits: (index: number) => boolean = () => true) => {
    const index = roles.findLastIndex((one, i) => i <= from && one === role && fits(i));
    return index < 0 ? undefined : index;
  };
  if (next === 'verb' || next === 'pronoun') return lastOf('subject');
  return next === 'subject' ? lastOf('classifier', (i) => roles[i + 1] !== 'other') : undefined;
}

/**
 * Returns a function that gives the position to which a position should attend. In the pointing task, this is the
 * token's target; in the repetition task, the position after the first occurrence of the same symbol; in sentences, the
 * word that determines the next word. Undefined if there is none.
 */
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
