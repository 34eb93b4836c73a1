// SPDX-License-Identifier: MIT
import { html, type TemplateResult } from 'lit';
import '../../components/data-table.ts';
import type { Example } from '../../lesson/define-verify.ts';
import type { Numbers, State } from './compute.ts';
import {
  cachedWork,
  matrixBytes,
  plainBytes,
  projectionWork,
  repeatedWork,
  scoreWork,
  streamingBytes,
  tileBytes,
} from './counts.ts';
import type messages from './verify/messages.en.json';

export type Texts = typeof messages;

type Count = (n: number, d: number) => number;

/** The columns of the tables over n. */
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

/** Powers of two from 64 to 16,384. */
const LENGTHS: readonly number[] = Array.from({ length: 9 }, (_, i) => 64 * 2 ** i);

const STEPS = ['keys', 'largest', 'sum', 'first', 'second'] as const;

export function data({ state, numbers, t }: Example<State, Numbers, Texts>): TemplateResult {
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
}
