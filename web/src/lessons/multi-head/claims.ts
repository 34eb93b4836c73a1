// SPDX-License-Identifier: MIT
import { experimentsOf } from '../experiment.ts';
import { largestDifference } from '../matrix.ts';
import type { Prediction } from '../prediction.ts';
import { with_ } from './cases.ts';
import * as classes from './claims-classes.ts';
import * as formulas from './claims-formulas.ts';
import * as large from './claims-large.ts';
import * as shapes from './claims-shapes.ts';
import { pipelineOf } from './compute.ts';
import type { State } from './state.ts';

/**
 * The experiments on the claims, in the order in which Verify (the lesson's second view) lists them. Unless an
 * experiment selects another figure, the pipeline (attention step by step) shows what it measures.
 */
export const experiments = experimentsOf<State>(
  {
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
  },
  { picture: '[data-part="pipeline"]' },
);

const LARGE = 100;

/**
 * Question: what happens to the output of source document 002's class if all entries of W_Q, W_K and W_V become a
 * million?
 */
const million: Prediction<State> = {
  id: 'million',
  guesses: ['explodes', 'settles', 'nothing'],
  state: with_({ variant: '002_as_printed', layers: 'million' }),
  measure: (engine, i18n) => {
    const drawn = pipelineOf(with_({}), engine).runs;
    const loud = pipelineOf(million.state, engine).runs;
    const moved = (variant: State['variant']) =>
      largestDifference(drawn[variant]().output.data, loud[variant]().output.data);
    const change = moved('002_as_printed');
    return {
      right: change === 0 ? 'nothing' : change > LARGE ? 'explodes' : 'settles',
      numbers: {
        change: i18n.number(change),
        meant: i18n.number(moved('002_as_meant'), { digits: 3 }),
      },
    };
  },
};

export const predictions: readonly Prediction<State>[] = [million];
