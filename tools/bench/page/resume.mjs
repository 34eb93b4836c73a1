// SPDX-License-Identifier: MIT
import { Failure } from '../../process.mjs';

/**
 * @typedef {import('./table.mjs').PageResult} PageResult
 */

/** Times of different commits, machines or methods must not be in one table. */
const SAME = /** @type {const} */ (['commit', 'machine', 'isQuick', 'against']);

/**
 * Returns the earlier result, to which this run adds the measurements that it lacks.
 * @param {PageResult} now  an empty result of this run: its commit, machine and options
 * @param {PageResult} earlier
 * @throws {Failure} if a property of SAME differs; the machine's load may differ
 */
export function resumed(now, earlier) {
  const [before, after] = [earlier, now].map(({ machine: { load: _, ...machine }, ...result }) => ({
    ...result,
    machine,
  }));
  for (const key of SAME) {
    const [expected, got] = [JSON.stringify(after?.[key]), JSON.stringify(before?.[key])];
    if (expected !== got)
      throw new Failure(`--resume: expected a result with ${key} ${expected}, got ${got}`);
  }
  return earlier;
}

/**
 * Returns the entry of `parts` for the browser of `empty`. If there is none, appends `empty` and returns it.
 * @template {{browser: string}} Part
 * @param {Part[]} parts
 * @param {Part} empty
 */
export function partOf(parts, empty) {
  const found = parts.find(({ browser }) => browser === empty.browser);
  if (found === undefined) parts.push(empty);
  return found ?? empty;
}

/**
 * Measures the lessons that are not measured yet, and saves the result after each, so that it survives an interruption.
 * @template {{lesson: string}} Measured
 * @param {readonly string[]} lessons
 * @param {Measured[]} measured  the new results are appended
 * @param {(lesson: string) => Promise<readonly Measured[]>} measure
 * @param {() => void} save
 */
export async function measureRest(lessons, measured, measure, save) {
  for (const lesson of lessons) {
    if (measured.some((one) => one.lesson === lesson)) continue;
    measured.push(...(await measure(lesson)));
    save();
  }
}
