// SPDX-License-Identifier: MIT
import { open } from './open.mjs';

/**
 * A control of a lesson, with the path of the step that shows it.
 * @typedef {import('./in-page.mjs').Found & {lesson: string, path: string}} Control
 */

/**
 * The controls of all steps of a lesson. A control that several steps have is listed once.
 * @param {import('./open.mjs').Tab} tab
 * @param {string} url  the site's address
 * @param {string} lesson
 * @returns {Promise<Control[]>}
 */
export async function controlsOf(tab, url, lesson) {
  /** @type {Control[]} */
  const found = [];
  const page = `en/${lesson}/`;
  await open(tab, url, page);
  const steps = await tab.evaluate(() =>
    [...document.querySelectorAll('[data-step]')].map((step) => step.id),
  );
  for (const step of steps) {
    const path = `${page}#${step}`;
    await open(tab, url, path);
    for (const one of await tab.evaluate(() => Reflect.get(globalThis, 'bench').list()))
      if (one.kind === 'handle' || !found.some(({ name }) => name === one.name))
        found.push({ ...one, lesson, path });
  }
  return found;
}
