// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { compute, fields, type Numbers, type State } from './arrows.ts';
import { draw } from './figure.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'scoring',
  fields,
  parts,
  compute,
  draw,
  steps,
});
