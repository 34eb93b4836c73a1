// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields } from './numbers.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';
import { follow } from './trainings.ts';

export const lesson = defineLesson({
  ...{ id: 'learning', fields, parts, compute, draw, steps },
  ...{ follow, trains: true },
});
