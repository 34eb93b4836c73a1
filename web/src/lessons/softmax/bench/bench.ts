// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { compute, constrain, fields, type Numbers, type State } from '../compute.ts';
import { renderData } from '../data.ts';
import { stage, type Texts } from '../stage.ts';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'softmax',
  fields,
  constrain,
  compute,
  offers: ({ numbers: { interval } }) => ({ x: { min: interval[0], max: interval[1], step: 0.1 } }),
  stage,
  beats: [],
  claims: { count: 11, questions: ['shift'] },
  verify: () => import('../verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
