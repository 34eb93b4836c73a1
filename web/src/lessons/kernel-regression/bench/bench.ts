// SPDX-License-Identifier: MIT
// The lesson's page Verify: its claims beside a figure with all controls.
import { defineLesson } from '../../define-lesson.ts';
import { code } from '../code.ts';
import { compute, type Numbers } from '../compute.ts';
import type { Texts } from '../scene.ts';
import { renderData, stage } from '../stage.ts';
import { constrain, fields, readLink, type State } from '../state.ts';
import css from '../style.css?inline';

const QUERY_STEPS = 180;

const stepOf = (length: number): number => Number((length / QUERY_STEPS).toPrecision(1));

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'kernel-regression',
  fields,
  constrain,
  read: readLink,
  offers: ({
    numbers: {
      queryInterval: [min, max],
    },
  }) => ({
    query: { min, max, step: stepOf(max - min) },
  }),
  compute,
  stage,
  beats: [],
  claims: { count: 16, questions: ['printed-sign', 'without-softmax'] },
  verify: () => import('../verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('../code?excerpts') },
  css,
});
