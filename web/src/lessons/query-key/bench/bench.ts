// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { type Numbers, QueryKeySession } from '../compute.ts';
import { data, stage, type Texts } from '../stage.ts';
import { constrain, fields, type State } from '../state.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'query-key',
  fields,
  constrain,
  session: (host) => new QueryKeySession(host),
  stage,
  beats: [],
  claims: { count: 16, questions: ['self'] },
  verify: () => import('../verify.ts'),
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
