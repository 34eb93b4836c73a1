// SPDX-License-Identifier: MIT
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { follow, loadModel } from './model.ts';
import { compute, fields } from './numbers.ts';
import { parts } from './parts.ts';
import { steps, told } from './steps.ts';

export const lesson = defineLesson({
  ...{ id: 'writing', fields, parts, compute, draw, steps },
  ...{ told, loadModel, follow, trains: true },
});
