// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import { defineLesson } from '../define-lesson.ts';
import { beats } from './beats.ts';
import { experiments, shift } from './claims.ts';
import excerpts from './code?excerpts';
import { compute, constrain, type Entry, fields, type Numbers, type State } from './compute.ts';
import { stage, type Texts } from './stage.ts';
import { renderData, renderDetails } from './verify.ts';

/** How the programs in `code/` go with the figure. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ x, temperature, scaling, target, precision }) => ({
    x,
    temperature,
    scaling,
    target,
    precision,
  }),
  results({ entries, entropy, jacobian, jacobianNorm, loss, hasWeights }) {
    const all = (stage: keyof Entry) => entries.map((one) => one[stage]);
    const results = {
      logits: all('logit'),
      weights: all('weight'),
      exponentials: all('exponential'),
      naive: all('naive'),
      entropy,
      jacobian,
      jacobian_norm: jacobianNorm,
      loss,
      gradient: all('gradient'),
    };
    if (hasWeights) return results;
    return Object.fromEntries(Object.keys(results).map((name) => [name, undefined]));
  },
  ran: ({ scaling }) => [scaling, 'softmax', 'naive', 'entropy', 'jacobian', 'norm', 'loss'],
};

export const lesson = defineLesson<State, Numbers, Texts>({
  id: 'softmax',
  fields,
  constrain,
  compute,
  stage,
  beats,
  values: ({ numbers: { entries, jacobianNorm, largest }, i18n }) => ({
    last: i18n.percent(entries.at(-1)?.weight ?? Number.NaN, 1),
    largest: i18n.percent(largest, 1),
    norm: i18n.number(jacobianNorm, { digits: 3 }),
  }),
  experiments,
  predictions: [shift],
  details: renderDetails,
  data: renderData,
  code: { excerpts, own: code },
});
