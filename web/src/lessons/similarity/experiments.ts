// SPDX-License-Identifier: MIT
import type { Experiment } from '../experiment.ts';
import {
  dimensions,
  formula,
  heads,
  shapes,
  transpose,
  twice,
  whole,
  width,
} from './experiments-steps.ts';
import { angle, hull, product, score, similar } from './experiments-vectors.ts';
import type { State } from './state.ts';

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [
  angle,
  similar,
  score,
  product,
  hull,
  formula,
  transpose,
  twice,
  width,
  dimensions,
  shapes,
  heads,
  whole,
];
