// SPDX-License-Identifier: MIT
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { experiments } from './claims.ts';
import excerpts from './code?excerpts';
import { code } from './code.ts';
import { predictions } from './predictions.ts';
import { type Numbers, ScalingSession } from './session.ts';
import { data, short, stage, type Texts } from './stage.ts';
import { fields, type State } from './state.ts';
import css from './style.css?inline';
import { details } from './verify.ts';

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'scaling',
  fields,
  session: (host) => new ScalingSession(host),
  stage,
  beats,
  values: (scene) => ({ root: short(scene, scene.numbers.rawDeviation.expected) }),
  experiments,
  predictions,
  details,
  data,
  code: { excerpts, own: code },
  css,
});
