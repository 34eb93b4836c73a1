// SPDX-License-Identifier: MIT
import { parseArgs } from 'node:util';
import { runAndExit } from '../steps.mjs';

/**
 * The options of a command by name. A list: some of these names, by default all, or `none`; false: a flag; text: any
 * value, by default this one.
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
    { type: one === false ? 'boolean' : 'string' },
  ]);
  /** @type {Record<string, unknown>} */
  const values = parseArgs({ args, options: Object.fromEntries(options) }).values;
  const read = Object.entries(known).map(([name, one]) => {
    const value = values[name];
    return [name, Array.isArray(one) ? chosen(name, value, one) : (value ?? one)];
  });
  return /** @type {Values<K>} */ (Object.fromEntries(read));
}

/**
 * The names in a comma-separated option, in the order of `all`.
 * @param {string} option
 * @param {unknown} text  undefined: all names
 * @param {readonly string[]} all
 */
function chosen(option, text, all) {
  if (text === undefined || text === 'none') return text ? [] : [...all];
  const names = String(text).split(',');
  const stranger = names.find((name) => !all.includes(name));
  if (stranger !== undefined)
    throw new TypeError(`--${option}: expected some of ${all.join(',')}, got ${stranger}`);
  return all.filter((name) => names.includes(name));
}

/**
 * Reads the command line of a benchmark and runs its steps. Exit code 1: a step failed; 2: an option is invalid.
 * @template {Known} K
 * @param {K} known
 * @param {(options: Values<K>) => import('../steps.mjs').Step[]} stepsFor
 */
export async function command(known, stepsFor) {
  let steps;
  try {
    steps = stepsFor(readOptions(known, process.argv.slice(2)));
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    const lines = Object.entries(known).map(
      ([name, one]) => `  --${name} ${Array.isArray(one) ? one.join(',') : one || ''}`,
    );
    console.error([error.message, '', 'options:', ...lines].join('\n'));
    process.exitCode = 2;
    return;
  }
  await runAndExit(steps);
}
