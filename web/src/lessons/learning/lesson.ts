// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields, type Numbers, type State } from './numbers.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { steps } from './steps.ts';
import { follow } from './trainings.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'learning',
  fields,
  parts,
  compute,
  draw,
  steps,
  follow,
  trains: true,
});
