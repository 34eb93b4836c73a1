// SPDX-License-Identifier: MIT
import type { LessonCode } from '../code.ts';
import type { Hit, Numbers } from './compute.ts';
import { RECIPES } from './recipes.ts';
import type { State } from './state.ts';

/** Takes the inputs of the programs in `code/` from the state, and their expected results from the computed numbers. */
export const code: LessonCode<State, Numbers> = {
  inputs: ({ query, key, other, measure, words, minutes, energy, ...state }) => ({
    precision: state.precision,
    measure,
    query,
    keys: [key, other],
    Q: [words],
    K: RECIPES.map((recipe) => recipe.key),
    V: RECIPES.map((_, i) => [minutes[i] ?? 0, energy[i] ?? 0]),
    temperature: state.temperature,
    hidden: state.hidden,
  }),
  results({ arrows: { key, other }, search: { hits, output, hasWeights } }) {
    const both = (name: 'dot' | 'length' | 'cosine') => [key[name], other[name]];
    const all = (stage: keyof Hit) => (hasWeights ? [hits.map((hit) => hit[stage])] : undefined);
    const cosines = both('cosine');
    return {
      dots: both('dot'),
      lengths: both('length'),
      cosines: cosines.some(Number.isNaN) ? undefined : cosines,
      scores: all('score'),
      scaled_scores: all('scaled'),
      logits: all('logit'),
      weights: all('weight'),
      output: hasWeights ? [output] : undefined,
    };
  },
  // The list of the C++ excerpts that ran is the same for every figure, because the search and the arrows compute
  // cosines with the same C++ lines.
  ran: ({ measure }) => [
    'directions',
    'angles',
    'dot',
    ...(measure === 'scaled' ? ['divisor'] : []),
    'mask',
    'softmax',
    'output',
  ],
};
