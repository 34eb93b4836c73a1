// SPDX-License-Identifier: MIT
import { change, open } from './open.mjs';

/**
 * A control of a lesson, with the URL fragment (`hash`) of a page that shows it.
 * @typedef {import('./in-page.mjs').Found & {lesson: string, hash: string}} Control
 */

/**
 * A lesson has two views, the course and Verify (its experiments). These are the suffixes of its URL fragment for them.
 */
const VIEWS = ['', '/verify'];

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
  for (const view of VIEWS) {
    const hash = `#/${lesson}${view}`;
    await open(tab, url, hash);
    const choices = await tab.evaluate(() => Reflect.get(globalThis, 'bench').choices());
    const options = Object.entries(choices).flatMap(([field, values]) =>
      values.map((/** @type {string} */ value) => `${hash}?${field}=${value}`),
    );
    for (const place of [hash, ...options]) {
      if (place !== hash) await change(tab, place);
      for (const one of await tab.evaluate(() => Reflect.get(globalThis, 'bench').list()))
        if (!found.some(({ kind, name }) => kind === one.kind && name === one.name))
          found.push({ ...one, lesson, hash: place });
    }
  }
  return found;
}
