// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { data } from './data.ts';
import type { Texts } from './scene.ts';
import { LessonSession, type Numbers } from './session.ts';
import { stage } from './stage.ts';
import { constrain, fields, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'learning',
  fields,
  constrain,
  trains: true,
  session: (host) => new LessonSession(host),
  stage,
  beats,
  claims: { count: 3, questions: [] },
  verify: () => import('./verify.ts'),
  data,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
