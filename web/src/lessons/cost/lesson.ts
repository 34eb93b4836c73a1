// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { follow } from './here.ts';
import { compute, fields, type Numbers, type State } from './lengths.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'cost',
  fields,
  parts,
  compute,
  draw,
  steps,
  follow,
});
