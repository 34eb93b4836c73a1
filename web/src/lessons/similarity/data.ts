// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import { known } from '../../components/csv.ts';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import type { Numbers } from './compute.ts';
import { titleOf } from './names.ts';
import type { State } from './state.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const SIGNS = { key: 'k₁', other: 'k₂' } as const;
const KEYS = ['key', 'other'] as const;
const READINGS = ['length', 'degrees', 'dot', 'cosine', 'scaled'] as const;
const STAGES = ['score', 'scaled', 'logit', 'weight'] as const;
const TENSORS = ['queries', 'keys', 'values', 'scores', 'weights', 'output'] as const;

export const data = ({ state, numbers, t }: Example<State, Numbers, Texts>): TemplateResult => {
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
};
