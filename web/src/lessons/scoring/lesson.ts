// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { short, type Texts } from './scene.ts';
import { type Numbers, ScoringSession } from './session.ts';
import { renderData, stage } from './stage.ts';
import { fields, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scoring',
  fields,
  session: (host) => new ScoringSession(host),
  stage,
  beats,
  values: (scene) => ({ bound: short(scene, scene.numbers.bound) }),
  claims: { count: 14, questions: ['spread'] },
  verify: () => import('./verify.ts'),
  data: renderData,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
