// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { compute, fields } from './arrows.ts';
import { draw } from './figure.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({ id: 'scoring', fields, parts, compute, draw, steps });
