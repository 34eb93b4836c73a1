// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { known } from '../../../components/csv.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, EXAMPLE, type Hit, type Numbers, type State } from '../compute.ts';
import { RECIPES, titleOf } from '../recipes.ts';
import type messages from './messages.en.json';

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
  // The arrows and the search run the same C++ excerpts, because both compute cosines with the same lines.
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

const SIGNS = { key: 'k₁', other: 'k₂' } as const;
const KEYS = ['key', 'other'] as const;
const READINGS = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
const STAGES = ['score', 'scaled', 'logit', 'weight'] as const;
const TENSORS = ['queries', 'keys', 'values', 'scores', 'weights', 'output'] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'similarity',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ state, numbers, t }) => {
    const { arrows, search, shapes } = numbers;
    return html`
      <al-data-table name="arrows" .summary=${t('plane.table')}
        .columns=${[t('plane.arrow'), t('plane.across'), t('plane.up'), ...READINGS.map((name) => t(`readings.${name}`))]}
        .rows=${() => [
          ['q', ...state.query, arrows.queryLength, ...READINGS.slice(1).map(() => undefined)],
          ...KEYS.map((name) => [
            SIGNS[name],
            ...state[name],
            ...READINGS.map((column) => known(arrows[name][column])),
          ]),
        ]}></al-data-table>
      <al-data-table name="search" .summary=${t('search.table')}
        .columns=${[t('stages.key'), ...STAGES.map((name) => t(`stages.${name}`)), t('stages.minutes'), t('stages.energy')]}
        .rows=${() => [
          ...search.hits.map((hit, i) => [
            titleOf(t, i),
            ...STAGES.map((name) => known(hit[name])),
            state.minutes[i],
            state.energy[i],
          ]),
          [t('search.output'), ...STAGES.map(() => undefined), ...search.output.map(known)],
        ]}></al-data-table>
      <al-data-table name="shapes" .summary=${t('shapes.table')}
        .columns=${[t('shapes.tensor'), t('shapes.shape')]}
        .rows=${() => TENSORS.map((name) => [t(`shapes.${name}`), `(${shapes[name].join(', ')})`])}></al-data-table>`;
  },
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
