// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { code } from './code.ts';
import { type Numbers, ScalingSession } from './session.ts';
import { data, short, stage, type Texts } from './stage.ts';
import { fields, type State } from './state.ts';
import css from './style.css?inline';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scaling',
  fields,
  session: (host) => new ScalingSession(host),
  stage,
  beats,
  values: (scene) => ({ root: short(scene, scene.numbers.rawDeviation.expected) }),
  claims: { count: 12, questions: ['shape', 'gradient'] },
  verify: () => import('./verify.ts'),
  data,
  code: { own: code, excerpts: () => import('./code?excerpts') },
  css,
});
