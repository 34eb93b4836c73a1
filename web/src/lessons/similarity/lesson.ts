// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { compute, type Numbers } from './compute.ts';
import type { Texts } from './scene.ts';
import { renderData, stage } from './stage.ts';
import { fields, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'similarity',
  fields,
  compute,
  stage,
  beats,
  values: ({ numbers: { search }, i18n }) => ({
    output: search.hasWeights ? i18n.number(search.output[0] ?? 0, { digits: 3 }) : '–',
  }),
  claims: { count: 15, questions: ['exceed'] },
  verify: () => import('./verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
