// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, type Numbers, over } from '../compute.ts';
import { DIVISORS, EXAMPLE, NUM_KEYS, ROWS, type State } from '../state.ts';
import type messages from './messages.en.json';

/** The programs draw no random numbers. They compute only the exact moments. */
export const code: LessonCode<State, Numbers> = {
  inputs({ d, divisor, distribution, key, correlation, ...state }) {
    const isSame = key === 'same';
    return {
      d,
      q_mean: state.qMean,
      q_variance: state.qVariance,
      k_mean: isSame ? state.qMean : state.kMean,
      k_variance: isSame ? state.qVariance : state.kVariance,
      rho: isSame ? 1 : correlation,
      distribution,
      divisor,
    };
  },
  results: ({ dots, chosen, deviation }) => ({
    product_mean: dots.products.expectedMean,
    product_variance: dots.products.expectedVariance,
    mean: chosen.expected.mean,
    variance: chosen.expected.variance,
    deviation,
  }),
  ran: () => ['draw', 'mean', 'variance', 'sum', 'scaled'],
};

const COMPONENTS = [
  ['queries', 'qᵢ'],
  ['keys', 'kᵢ'],
  ['products', 'qᵢkᵢ'],
] as const;

const MOMENTS = ['mean', 'meanExact', 'variance', 'varianceExact', 'distance', 'shape'] as const;
const STATISTICS = [
  'meanEntropy',
  'meanLargest',
  'medianJacobianNorm',
  'meanJacobianNorm',
  'medianGradientNorm',
  'meanGradientNorm',
  'saturatedShare',
] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'scaling',
  experiments,
  example: EXAMPLE,
  compute,
  data: ({ state, numbers, i18n, t }) => html`
    <al-data-table name="moments"
      .summary=${t('moments.table', { count: i18n.integer(numbers.dots.count), d: state.d })}
      .columns=${[t('moments.name'), ...MOMENTS.map((head) => t(`moments.${head}`))]}
      .rows=${() => [
        ...COMPONENTS.map(([id, name]) => {
          const { mean, expectedMean, variance, expectedVariance } = numbers.dots[id];
          return [name, mean, expectedMean, variance, expectedVariance, undefined, undefined];
        }),
        ...DIVISORS.map((divisor) => {
          const { measured, expected, ...to } = over(numbers.dots, divisor);
          return [
            t(`name.${divisor}`),
            ...[measured.mean, expected.mean, measured.variance, expected.variance],
            ...[to.toStandardNormal.distance, to.toExpected.distance],
          ];
        }),
      ]}></al-data-table>
    <al-data-table name="softmax"
      .summary=${t('rows.table', { count: i18n.integer(ROWS), keys: NUM_KEYS, d: state.d })}
      .columns=${[t('rows.divisor'), ...STATISTICS.map((head) => t(`rows.${head}`))]}
      .rows=${() =>
        DIVISORS.map((divisor, i) => [
          t(`name.${divisor}`),
          ...STATISTICS.map((head) => numbers.rows().statistics[i]?.[head]),
        ])}></al-data-table>`,
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
