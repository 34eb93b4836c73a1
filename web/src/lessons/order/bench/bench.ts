// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { constrain, fields, type Numbers, OrderSession, type State } from '../compute.ts';
import { data, stage, type Texts } from '../stage.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'order',
  fields,
  constrain,
  session: (host) => new OrderSession(host),
  stage,
  beats: [],
  claims: { count: 3, questions: ['causal'] },
  verify: () => import('../verify.ts'),
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
