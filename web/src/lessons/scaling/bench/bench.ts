// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { type Numbers, ScalingSession } from '../session.ts';
import { data, stage, type Texts } from '../stage.ts';
import { fields, type State } from '../state.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scaling',
  fields,
  session: (host) => new ScalingSession(host),
  stage,
  beats: [],
  claims: { count: 12, questions: ['shape', 'gradient'] },
  verify: () => import('../verify.ts'),
  data,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
