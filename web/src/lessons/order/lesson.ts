// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { constrain, fields, type Numbers, OrderSession, type State } from './compute.ts';
import { data, rounded, stage, type Texts } from './stage.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'order',
  fields,
  constrain,
  session: (host) => new OrderSession(host),
  stage,
  beats,
  values: (scene) => ({ largest: rounded(scene, scene.numbers.largest) }),
  claims: { count: 3, questions: [] },
  verify: () => import('./claims.ts'),
  data,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
