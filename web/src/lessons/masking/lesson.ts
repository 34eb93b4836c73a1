// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { compute, fields, type Numbers, type State } from './sight.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'masking',
  fields,
  parts,
  compute,
  draw,
  steps,
  told: (field, { numbers: { sight } }) =>
    field === 'row' ? sight?.words[sight.row.from] : undefined,
});
