// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { compute, fields, type Numbers, type State } from '../compute.ts';
import { renderData } from '../data.ts';
import { stage, type Texts } from '../stage.ts';
import css from '../style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'masking',
  fields,
  compute,
  offers: () => ({ size: { min: 1, max: 1e9 } }),
  stage,
  beats: [],
  claims: { count: 11, questions: ['large', 'second'] },
  verify: () => import('../verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
