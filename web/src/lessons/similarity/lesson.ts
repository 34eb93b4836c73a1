// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { compute, fields } from './lookup.ts';
import { parts } from './parts.ts';
import { steps } from './steps.ts';

export const lesson = defineLesson({ id: 'similarity', fields, parts, compute, draw, steps });
