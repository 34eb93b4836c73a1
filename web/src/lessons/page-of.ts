// SPDX-License-Identifier: MIT
import { type Fields, readState, writeState } from '../state/fields.ts';
import type { Lesson } from './lesson.ts';
import { say } from './scene.ts';

/** A page without steps and questions as a `Lesson`, because the site treats every page like a lesson. */
export function pageOf<State>(
  id: string,
  fields: Fields<State>,
  parts: Pick<Lesson<State>, 'render'> & Partial<Lesson<State>>,
): Lesson<unknown> {
  const page: Lesson<State> = {
    id,
    questions: [],
    fields: Object.keys(fields),
    readLink: (params) => readState(fields, params),
    writeLink: (state) => writeState(fields, state),
    fieldLabel: (field, i18n) => say(i18n.translator(id))(`field.${field}`),
    ...parts,
  };
  // The cast is safe, because the caller passes only states that this page has returned.
  return page as Lesson<unknown>;
}
