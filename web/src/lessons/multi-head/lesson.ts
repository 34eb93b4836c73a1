// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields, type Numbers, type State } from './heads.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'multi-head',
  fields,
  parts,
  compute,
  draw,
  steps,
  told: (field, { numbers: { sentence } }) =>
    field === 'place' ? sentence?.words[sentence.from] : undefined,
});
