// SPDX-License-Identifier: MIT
import { VERIFIED_LESSONS } from '../../lesson-list.mjs';
import { change, open } from './open.mjs';

/**
 * A control of a lesson, with the path of a page that shows it.
 * @typedef {import('./in-page.mjs').Found & {lesson: string, path: string}} Control
 */

/** A lesson has two views, the course and Verify (its experiments). These are the ends of their paths. */
const VIEWS = ['', 'verify/'];

/**
 * All controls of a lesson, including those that appear only when the reader chooses an option of its stage (the figure
 * with its controls).
 * @param {import('./open.mjs').Tab} tab
 * @param {string} url  the site's address
 * @param {string} lesson
 * @returns {Promise<Control[]>}
 */
export async function controlsOf(tab, url, lesson) {
  /** @type {Control[]} */
  const found = [];
  for (const view of VERIFIED_LESSONS.includes(lesson) ? VIEWS : VIEWS.slice(0, 1)) {
    const page = `en/${lesson}/${view}`;
    await open(tab, url, page);
    const choices = await tab.evaluate(() => Reflect.get(globalThis, 'bench').choices());
    const options = Object.entries(choices).flatMap(([field, values]) =>
      values.map((/** @type {string} */ value) => `#?${field}=${value}`),
    );
    for (const hash of ['', ...options]) {
      if (hash) await change(tab, hash);
      for (const one of await tab.evaluate(() => Reflect.get(globalThis, 'bench').list()))
        if (!found.some(({ kind, name }) => kind === one.kind && name === one.name))
          found.push({ ...one, lesson, path: `${page}${hash}` });
    }
  }
  return found;
}
