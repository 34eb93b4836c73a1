// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { compute, fields } from './compute.ts';
import { draw } from './figure.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({ id: 'self-attention', fields, parts, compute, draw, steps });
