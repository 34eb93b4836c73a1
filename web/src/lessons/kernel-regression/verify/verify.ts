// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { known } from '../../../components/csv.ts';
import type { I18n } from '../../../i18n/i18n.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, EXAMPLE, KEYS, type Numbers, type State } from '../compute.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Omit<Numbers, 'plane'>> = {
  inputs: ({ sign, ...state }) => ({ ...state, sign: sign === 'minus' ? -1 : 1 }),
  results({ keyStages, prediction, hasSupport }) {
    const all = (stage: keyof Numbers['keyStages'][number]) => keyStages.map((one) => one[stage]);
    const ifAny = <T>(result: T) => (hasSupport ? result : undefined);
    return {
      distances: all('distance'),
      scores: all('score'),
      kernel_values: all('kernelValue'),
      weights: ifAny(all('weight')),
      weighted_values: ifAny(all('weightedValue')),
      prediction: ifAny(prediction),
    };
  },
  ran: ({ kernel }) => {
    if (kernel === 'dot') return ['distance', 'dot', 'weights', 'softmax', 'prediction'];
    if (kernel === 'gaussian') return ['distance', 'gaussian', 'weights', 'softmax', 'prediction'];
    return ['distance', 'compact', 'window', 'prediction'];
  },
};

/** The columns of the tables: the results of the steps for a key, in one dimension and in two. */
const LINE = [
  'key',
  'value',
  'distance',
  'score',
  'kernelValue',
  'weight',
  'weightedValue',
] as const;
const PLANE = ['score', 'logit', 'weight'] as const;
/** The results for a query: the output with softmax, the output without it, and the norm of the Jacobian. */
const OUTPUTS = ['mass', 'height', 'plainMass', 'plainHeight', 'norm'] as const;

const pairOf = (list: readonly number[], i: number, i18n: I18n): string =>
  `(${[list[2 * i], list[2 * i + 1]].map((x) => i18n.number(x ?? Number.NaN)).join(', ')})`;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'kernel-regression',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ state, numbers, i18n, t }) => {
    const { keyStages, kernelSum, weightSum, prediction, plane } = numbers;
    return html`
      <al-data-table name="waist"
        .summary=${t('data.line', { query: i18n.number(state.query) })}
        .columns=${[t('data.person'), ...LINE.map((head) => t(`data.${head}`))]}
        .rows=${() => [
          ...keyStages.map((stages, i) => [
            i18n.integer(i + 1),
            ...LINE.map((head) => known(stages[head])),
          ]),
          [
            t('data.sum'),
            ...LINE.slice(0, -3).map(() => undefined),
            ...[kernelSum, weightSum, prediction].map(known),
          ],
        ]}></al-data-table>
      <al-data-table name="waist-and-chest" .summary=${t('data.plane')}
        .columns=${[t('data.query'), t('data.place'), ...PLANE.map((head) => t(`data.${head}`))]}
        .rows=${() =>
          plane.queries.flatMap((stages, i) =>
            KEYS.map((key) => [
              pairOf(state.planeQueries, i, i18n),
              pairOf(state.planeKeys, key, i18n),
              ...PLANE.map((head) => stages[`${head}s`][key]),
            ]),
          )}></al-data-table>
      <al-data-table name="outputs" .summary=${t('data.outputs')}
        .columns=${[t('data.query'), ...OUTPUTS.map((head) => t(`data.${head}`))]}
        .rows=${() =>
          plane.queries.map(({ output, jacobianNorm }, i) => [
            pairOf(state.planeQueries, i, i18n),
            ...output,
            ...(plane.product[i] ?? []),
            jacobianNorm,
          ])}></al-data-table>`;
  },
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
