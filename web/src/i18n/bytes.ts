// SPDX-License-Identifier: MIT
import type { I18n } from './i18n.ts';

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB'];

/** Converts a number of bytes to the largest unit in which it is at least 1. */
export function inUnit(bytes: number): readonly [value: number, unit: string] {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), UNITS.length - 1);
  return [bytes / 1024 ** power, UNITS[power] as string];
}

/** Bytes as text with a unit, such as "64 MiB". */
export function bytesText({ number }: Pick<I18n, 'number'>, bytes: number): string {
  const [value, unit] = inUnit(bytes);
  return `${number(value, { digits: 4 })} ${unit}`;
}
