// SPDX-License-Identifier: MIT
import { lessons } from '../lessons/registry.ts';
import { choiceField, type Field, type StateOf } from '../state/fields.ts';
import { DOCUMENTS, type Entry, entries, VERDICTS } from './entries.ts';

const named = (initial: string, names: readonly string[]): Field<string> =>
  choiceField(initial, [initial, ...names]);

export const LESSONS: readonly string[] = lessons
  .map(({ id }) => id)
  .filter((id) => entries.some(({ lesson }) => lesson === id));

export const fields = {
  document: choiceField('all', ['all', ...DOCUMENTS]),
  verdict: choiceField('all', ['all', ...VERDICTS]),
  lesson: named('all', LESSONS),
  /** The id of the entry that the page's URL selects. Empty if it selects none. */
  entry: named(
    '',
    entries.map(({ id }) => id),
  ),
};
export type State = StateOf<typeof fields>;

/** Whether an entry is shown: it matches all filters, or the page's URL selects it. */
export const isShown = (
  { id, places, verdict, lesson }: Entry,
  { document: wanted, verdict: judged, lesson: taught, entry }: State,
): boolean =>
  id === entry ||
  ((wanted === 'all' || places.some(({ document }) => wanted === document)) &&
    (judged === 'all' || judged === verdict) &&
    (taught === 'all' || taught === lesson));
