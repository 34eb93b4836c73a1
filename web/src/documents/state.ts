// SPDX-License-Identifier: MIT
import { lessons } from '../lessons/registry.ts';
import { choiceField, type Field, type Fields } from '../state/fields.ts';
import { DOCUMENTS, type Entry, entries, VERDICTS } from './entries.ts';

export interface State {
  readonly document: (typeof DOCUMENTS)[number] | 'all';
  readonly verdict: (typeof VERDICTS)[number] | 'all';
  readonly lesson: string;
  /** The id of the entry that the link selects. Empty if there is none. */
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

/** Whether an entry matches all filters. The entry that the link selects is always shown. */
export const isShown = (
  { id, places, verdict, lesson }: Entry,
  { document: wanted, verdict: judged, lesson: taught, entry }: State,
): boolean =>
  id === entry ||
  ((wanted === 'all' || places.some(({ document }) => wanted === document)) &&
    (judged === 'all' || judged === verdict) &&
    (taught === 'all' || taught === lesson));
