// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import { type Numbers, over } from './compute.ts';
import { DIVISORS, NUM_KEYS, ROWS, type State } from './state.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

const COMPONENTS = [
  ['queries', 'qᵢ'],
  ['keys', 'kᵢ'],
  ['products', 'qᵢkᵢ'],
] as const;

/** The heads of the table of moments, and of that of softmax. */
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

export const data = ({
  state,
  numbers,
  i18n,
  t,
}: Example<State, Numbers, Texts>): TemplateResult => html`
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
      ])}></al-data-table>`;
