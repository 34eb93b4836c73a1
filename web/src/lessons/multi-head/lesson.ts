// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields } from './heads.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({
  ...{ id: 'multi-head', fields, parts, compute, draw, steps },
  told: (field, { numbers: { sentence } }) =>
    field === 'place' ? sentence?.words[sentence.from] : undefined,
});
