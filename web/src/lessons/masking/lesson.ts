// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { parts } from './parts.ts';
import { compute, fields } from './sight.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({
  ...{ id: 'masking', fields, parts, compute, draw, steps },
  told: (field, { numbers: { sight } }) =>
    field === 'row' ? sight?.words[sight.row.from] : undefined,
});
