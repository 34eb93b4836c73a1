// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { writeState } from '../../state/fields.ts';
import type { Lesson } from '../lesson.ts';
import { predictions } from './predictions.ts';
import type { Texts } from './scene.ts';
import { fields, readLink, type State } from './state.ts';
import './view.ts';

const queryKey: Lesson<State> = {
  id: 'query-key',
  questions: predictions.map(({ id }) => id),
  readLink,
  writeLink: (state) => writeState(fields, state),
  fieldLabel: (field, i18n) => i18n.translator<Texts>('query-key')(`field.${field}` as 'field.row'),
  render: (props) => html`<al-query-key .props=${props}></al-query-key>`,
};

/** As the registry takes it: the shell hands back only states that this lesson gave it. */
export const lesson = queryKey as Lesson<unknown>;
