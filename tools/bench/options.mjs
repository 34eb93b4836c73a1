// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';

/**
 * The options of a benchmark by name. The value is a list of the names that the option can select (by default all;
 * `none` selects none), `false` for a flag, or the default text.
 * @typedef {Record<string, readonly string[] | false | string>} Known
 */

/**
 * @template {Known} K
 * @typedef {{[Name in keyof K]: K[Name] extends readonly (infer One)[] ? One[] : K[Name] extends false ? boolean : string}} Values
 */

/**
 * @template {Known} K
 * @param {K} known
 * @param {string[]} args
 * @returns {Values<K>}
 * @throws {TypeError} if an option is invalid
 */
export function readOptions(known, args) {
  const options = Object.entries(known).map(([name, one]) => [
    name,
    one === false ? { type: 'boolean', default: false } : { type: 'string', default: `${one}` },
  ]);
  /** @type {Record<string, unknown>} */
  const values = parseArgs({ args, options: Object.fromEntries(options) }).values;
  const read = Object.entries(known).map(([name, one]) => [
    name,
    Array.isArray(one) ? chosen(name, `${values[name]}`, one) : values[name],
  ]);
  return /** @type {Values<K>} */ (Object.fromEntries(read));
}

/**
 * The names in a comma-separated option, in the order of `all`.
 * @param {string} option
 * @param {string} text
 * @param {readonly string[]} all
 */
function chosen(option, text, all) {
  const names = text === 'none' ? [] : text.split(',');
  const stranger = names.find((name) => !all.includes(name));
  if (stranger !== undefined)
    throw new TypeError(`--${option}: expected some of ${all.join(',')}, got ${stranger}`);
  return all.filter((name) => names.includes(name));
}

/** @param {Known} known */
export const usageOf = (known) =>
  ['\noptions:', ...Object.entries(known).map(([name, one]) => `  --${name} ${one || ''}`)].join(
    '\n',
  );
