// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw, parts } from './figure.ts';
import { compute, fields } from './shares.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({ id: 'softmax', fields, parts, compute, draw, steps });
