// SPDX-License-Identifier: MIT
import { lessons } from '../lessons/registry.ts';
import { choiceField, type Field, type Fields } from '../state/fields.ts';
import { DOCUMENTS, type Entry, entries, VERDICTS } from './entries.ts';

/** What of the ledger is shown. */
export interface State {
  readonly document: (typeof DOCUMENTS)[number] | 'all';
  readonly verdict: (typeof VERDICTS)[number] | 'all';
  readonly lesson: string;
  /** The statement that a link points at; empty for none. */
  readonly entry: string;
}

const named = (initial: string, names: readonly string[]): Field<string> =>
  choiceField(initial, [initial, ...names]);

export const LESSONS: readonly string[] = lessons
  .map(({ id }) => id)
  .filter((id) => entries.some(({ lesson }) => lesson === id));

export const fields: Fields<State> = {
  document: choiceField('all', ['all', ...DOCUMENTS]),
  verdict: choiceField('all', ['all', ...VERDICTS]),
  lesson: named('all', LESSONS),
  entry: named(
    '',
    entries.map(({ id }) => id),
  ),
};

/** Whether an entry is among those that are shown; the one that a link points at always is. */
export const isShown = (
  { id, document, verdict, lesson }: Entry,
  { document: wanted, verdict: judged, lesson: taught, entry }: State,
): boolean =>
  id === entry ||
  ((wanted === 'all' || wanted === document) &&
    (judged === 'all' || judged === verdict) &&
    (taught === 'all' || taught === lesson));
