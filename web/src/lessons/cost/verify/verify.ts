// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../../components/data-table.ts';
import { defineVerify } from '../../../lesson/define-verify.ts';
import type { LessonCode } from '../../code.ts';
import { experiments } from '../claims.ts';
import { compute, EXAMPLE, KEYS, type Numbers, QUERY, type State, VALUES } from '../compute.ts';
import {
  cachedWork,
  matrixBytes,
  plainBytes,
  projectionWork,
  repeatedWork,
  scoreWork,
  streamingBytes,
  tileBytes,
} from '../counts.ts';
import type messages from './messages.en.json';

export const code: LessonCode<State, Numbers> = {
  inputs: (state) => ({ ...state, query: QUERY, keys: KEYS, values: VALUES }),
  results({ stagesBytes, tileBytes, logits, weights, output, steps }) {
    const last = steps.at(-1);
    return {
      stages_bytes: stagesBytes,
      tile_bytes: tileBytes,
      logits,
      weights,
      output,
      streamed: last?.output,
      log_sum_exp: last?.logSumExp,
    };
  },
  ran: () => ['plain-bytes', 'tile-bytes', 'plain', 'output', 'streaming', 'sums', 'quotient'],
};

type Count = (n: number, d: number) => number;

/** The columns of the tables with a row for each n, as functions of n and d. */
const BYTES = {
  matrix: matrixBytes,
  tile: tileBytes,
  plain: plainBytes,
  streaming: streamingBytes,
} satisfies Record<string, Count>;
const WORK = {
  projections: projectionWork,
  scores: scoreWork,
  repeated: repeatedWork,
  cached: cachedWork,
} satisfies Record<string, Count>;

const LENGTHS: readonly number[] = Array.from({ length: 9 }, (_, i) => 64 * 2 ** i);

const STEPS = ['keys', 'largest', 'sum', 'first', 'second'] as const;

export const lesson = defineVerify<State, Numbers, typeof messages>({
  id: 'cost',
  experiments,
  example: EXAMPLE,
  compute,
  data({ state, numbers, t }) {
    const { d } = state;
    const over = (counts: Readonly<Record<string, Count>>) => () =>
      LENGTHS.map((n) => [n, ...Object.values(counts).map((count) => count(n, d))]);
    const names = <Name extends string>(counts: Readonly<Record<Name, Count>>) =>
      Object.keys(counts) as Name[];
    return html`
      <al-data-table name="bytes" .summary=${t('bytes.table', { d })}
        .columns=${[t('tokens'), ...names(BYTES).map((name) => t(`bytes.${name}`))]}
        .rows=${over(BYTES)}></al-data-table>
      <al-data-table name="work" .summary=${t('work.table', { d })}
        .columns=${[t('tokens'), ...names(WORK).map((name) => t(`work.${name}`))]}
        .rows=${over(WORK)}></al-data-table>
      <al-data-table name="steps" .summary=${t('steps.table')}
        .columns=${STEPS.map((head) => t(`steps.${head}`))}
        .rows=${() => [
          ...numbers.steps.map(({ to, largest, logSumExp, output }) => [
            t('steps.upTo', { to }),
            ...[largest, logSumExp, ...output],
          ]),
          [t('steps.atOnce'), Math.max(...numbers.logits), undefined, ...numbers.output],
        ]}></al-data-table>`;
  },
  code: { own: code, excerpts: () => import('../code?excerpts') },
});
