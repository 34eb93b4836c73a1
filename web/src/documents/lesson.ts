// SPDX-License-Identifier: MIT
import { html } from 'lit';
import type { Lesson } from '../lessons/lesson.ts';
import { readState, writeState } from '../state/fields.ts';
import type { Texts } from './scene.ts';
import { fields, type State } from './state.ts';
import './view.ts';

const documents: Lesson<State> = {
  id: 'documents',
  questions: [],
  fields: Object.keys(fields),
  readLink: (params) => readState(fields, params),
  writeLink: (state) => writeState(fields, state),
  fieldLabel: (field, i18n) =>
    i18n.translator<Texts>('documents')(`field.${field}` as 'field.document'),
  render: (props) => html`<al-documents .props=${props}></al-documents>`,
};

/**
 * The ledger's page with the type that the site expects of every page. The cast is safe, because the site passes only
 * states that this page has returned.
 */
export const lesson = documents as Lesson<unknown>;
