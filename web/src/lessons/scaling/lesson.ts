// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { writeState } from '../../state/fields.ts';
import type { Lesson } from '../lesson.ts';
import { predictions } from './predictions.ts';
import type { Texts } from './scene.ts';
import { fields, readLink, type State } from './state.ts';
import './view.ts';

const scaling: Lesson<State> = {
  id: 'scaling',
  questions: predictions.map(({ id }) => id),
  readLink,
  writeLink: (state) => writeState(fields, state),
  fieldLabel: (field, i18n) => i18n.translator<Texts>('scaling')(`field.${field}` as 'field.d'),
  render: (props) => html`<al-scaling .props=${props}></al-scaling>`,
};

/** As the registry takes it: the shell hands back only states that this lesson gave it. */
export const lesson = scaling as Lesson<unknown>;
