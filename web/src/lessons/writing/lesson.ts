// SPDX-License-Identifier: MIT
import type { TalesModel } from '../../engine/index.ts';
import { defineLesson } from '../../lesson/define.ts';
import { draw } from './figure.ts';
import { follow, loadModel } from './model.ts';
import { compute, fields, type Numbers, type State } from './numbers.ts';
import { type Parts, parts, type Texts } from './parts.ts';
import { steps, told } from './steps.ts';

export const lesson = defineLesson<State, Numbers, Parts, Texts, TalesModel>({
  id: 'writing',
  fields,
  parts,
  compute,
  draw,
  steps,
  told,
  loadModel,
  follow,
  trains: true,
});
