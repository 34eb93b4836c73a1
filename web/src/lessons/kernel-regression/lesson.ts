// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { parts } from './parts.ts';
import { compute, fields } from './people.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({
  id: 'kernel-regression',
  fields,
  parts,
  compute,
  draw,
  steps,
});
