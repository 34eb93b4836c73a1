// SPDX-License-Identifier: MIT
import { experimentsOf } from '../experiment.ts';
import * as classes from './claims-classes.ts';
import * as formulas from './claims-formulas.ts';
import * as large from './claims-large.ts';
import * as shapes from './claims-shapes.ts';
import type { State } from './state.ts';

/** The experiments on the claims, in the order of the page Verify. */
export const experiments = experimentsOf<State>({
  linear: formulas.linear,
  own: formulas.own,
  scores: formulas.scores,
  sums: formulas.sumsOfWeights,
  steps: formulas.steps,
  weighting: formulas.weighting,
  concat: formulas.concat,
  global: formulas.global,
  parameters: large.parameters,
  divisible: shapes.divisible,
  split: shapes.split,
  dead: classes.dead,
  embed: large.embed,
  tensorflow: classes.tensorflow,
  class004: classes.class004,
  rank: large.rank,
  whole: large.whole,
  line64: classes.line64,
  mask: shapes.mask,
  dropout: shapes.dropout,
});
