// SPDX-License-Identifier: MIT
// What attention of n tokens takes, in float32 and one head: the sums of cpp/attention, to which the tests hold them.
import type { I18n } from '../../i18n/i18n.ts';

/** Components of a query, a key and a value. */
export const WIDTH = 64;
/** Of a number in float32. */
export const NUMBER = 4;
/** Queries and keys that streaming attention works on together. */
export const TILE = { queries: 32, keys: 96 } as const;
/** Scores, scaled scores, logits and weights: plain attention keeps each of them for all to see. */
export const STAGES = 4;

/** One matrix of n × n numbers. */
export const matrixBytes = (n: number): number => NUMBER * n * n;

/** What both give back: a row for each token. */
export const outputBytes = (n: number): number => NUMBER * n * WIDTH;

/** The stages that plain attention keeps. */
export const stagesBytes = (n: number): number => STAGES * matrixBytes(n);

/** A tile's queries with their logits, outputs, maxima and sums, and a flag a key: all that streaming attention works with. */
export function tileBytes(n: number): number {
  const queries = Math.min(TILE.queries, n);
  const keys = Math.min(TILE.keys, n);
  return NUMBER * queries * (keys + 2 * WIDTH + 2) + keys;
}

/** All that plain attention asks for beside its inputs: the stages, one more matrix while it multiplies, and a flag a query. */
export const plainBytes = (n: number): number =>
  stagesBytes(n) + matrixBytes(n) + outputBytes(n) + n;

/** All that streaming attention asks for beside its inputs: the output, a number and a flag a query, and a tile. */
export const streamingBytes = (n: number): number =>
  outputBytes(n) + (NUMBER + 1) * n + tileBytes(n);

/** Multiplications, each with its addition, of both: queries with keys, and weights with values. */
export const multiplyAdds = (n: number): number => 2 * n * n * WIDTH;

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** "64 MiB" */
export function bytesText({ number }: Pick<I18n, 'number'>, bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return `${number(bytes / 1024 ** power, { digits: 4 })} ${UNITS[power]}`;
}
