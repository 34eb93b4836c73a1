// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { compute, constrain, fields, type Numbers, type State } from './compute.ts';
import { renderData } from './data.ts';
import { stage, type Texts } from './stage.ts';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'softmax',
  fields,
  constrain,
  compute,
  offers: ({ numbers: { interval } }) => ({ x: { min: interval[0], max: interval[1], step: 0.1 } }),
  stage,
  beats,
  values: ({ numbers: { entries, jacobian }, i18n }) => ({
    last: i18n.percent(entries.at(-1)?.weight ?? Number.NaN, 1),
    own: i18n.number(jacobian.at(-1)?.at(-1) ?? Number.NaN, { digits: 3 }),
  }),
  claims: { count: 11, questions: ['shift'] },
  verify: () => import('./verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('./code?excerpts') },
});
