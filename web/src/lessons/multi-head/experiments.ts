// SPDX-License-Identifier: MIT
import type { Experiment } from '../experiment.ts';
import * as classes from './measured/classes.ts';
import { embed } from './measured/embed.ts';
import * as formulas from './measured/formulas.ts';
import * as large from './measured/large.ts';
import * as shapes from './measured/shapes.ts';
import type { State } from './state.ts';

/** The lesson's statements, in the order in which the page puts them to the test. */
export const experiments: readonly Experiment<State>[] = [
  formulas.linear,
  formulas.own,
  formulas.scores,
  formulas.sumsOfWeights,
  formulas.steps,
  formulas.weighting,
  formulas.concat,
  formulas.global,
  large.parameters,
  shapes.divisible,
  shapes.split,
  classes.dead,
  embed,
  classes.tensorflow,
  classes.class004,
  large.rank,
  large.whole,
  classes.line64,
  shapes.mask,
  shapes.dropout,
];
