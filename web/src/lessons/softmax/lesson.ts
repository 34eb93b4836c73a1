// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { writeState } from '../../state/fields.ts';
import type { Lesson } from '../lesson.ts';
import type { Texts } from './scene.ts';
import { fields, readLink, type State } from './state.ts';
import './preview.ts';
import './view.ts';

const softmax: Lesson<State> = {
  id: 'softmax',
  readLink,
  writeLink: (state) => writeState(fields, state),
  fieldLabel: (field, i18n) => i18n.translator<Texts>('softmax')(`field.${field}` as 'field.x'),
  render: (props) => html`<al-softmax .props=${props}></al-softmax>`,
  renderPreview: (engine) => html`<al-softmax-preview .engine=${engine}></al-softmax-preview>`,
};

/** As the registry takes it: the shell hands back only states that this lesson gave it. */
export const lesson = softmax as Lesson<unknown>;
