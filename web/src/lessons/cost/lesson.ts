// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields } from './lengths.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';
import { follow } from './timing-runner.ts';

export const lesson = defineLesson({
  ...{ id: 'cost', fields, parts, compute, draw, steps },
  ...{ follow },
});
