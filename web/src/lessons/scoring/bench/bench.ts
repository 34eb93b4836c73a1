// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import type { Texts } from '../scene.ts';
import { type Numbers, ScoringSession } from '../session.ts';
import { renderData, stage } from '../stage.ts';
import { fields, type State } from '../state.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scoring',
  fields,
  session: (host) => new ScoringSession(host),
  stage,
  beats: [],
  claims: { count: 14, questions: ['spread'] },
  verify: () => import('../verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
