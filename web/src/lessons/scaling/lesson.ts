// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields } from './pairs.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({ id: 'scaling', fields, parts, compute, draw, steps });
