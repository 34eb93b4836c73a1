// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw, parts } from './figure.ts';
import { compute, fields } from './search.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({
  ...{ id: 'query-key', fields, parts, compute, draw, steps },
  told: (field, { numbers: { search } }) =>
    field === 'key' ? search?.words[search.key] : undefined,
});
