// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { compute, fields, type Numbers, type State } from './compute.ts';
import { renderData } from './data.ts';
import { chosen, partlyHidden, share, stage, type Texts, token } from './stage.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'masking',
  fields,
  compute,
  offers: () => ({ size: { min: 1, max: 1e9 } }),
  stage,
  beats,
  values: (scene) => {
    const row = partlyHidden(scene);
    return {
      query: token(scene, row),
      leak: share(scene, chosen(scene).leaks[row] ?? Number.NaN),
    };
  },
  claims: { count: 11, questions: ['large', 'second'] },
  verify: () => import('./verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
