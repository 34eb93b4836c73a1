// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw, type Parts, parts, type Texts } from './figure.ts';
import { compute, fields, type Numbers, type State } from './search.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts>({
  id: 'query-key',
  fields,
  parts,
  compute,
  draw,
  steps,
  told: (field, { numbers: { search } }) =>
    field === 'key' ? search?.words[search.key] : undefined,
});
