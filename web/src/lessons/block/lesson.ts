// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { compute, fields } from './compute.ts';
import { draw } from './figure.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({
  ...{ id: 'block', fields, parts, compute, draw, steps },
  told: (field, { numbers: { stack, removal } }) =>
    field === 'word' ? stack?.words[removal?.index ?? -1] : undefined,
});
