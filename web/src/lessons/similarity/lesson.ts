// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields, type Numbers, type State } from './lookup.ts';
import { type LookupTexts, type Parts, parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, LookupTexts>({
  id: 'similarity',
  fields,
  parts,
  compute,
  draw,
  steps,
});
