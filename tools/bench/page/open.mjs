// SPDX-License-Identifier: MIT
import { install } from './in-page.mjs';

/**
 * A browser tab. `evaluate` runs a function in the page; `move`, `down` and `up` are mouse events.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<unknown>} goto
 * @property {<R, A>(run: (argument: A) => R | Promise<R>, argument?: A) => Promise<R>} evaluate
 * @property {(x: number, y: number) => Promise<unknown>} move
 * @property {() => Promise<unknown>} down
 * @property {() => Promise<unknown>} up
 */

/**
 * Reloads the page with a step of a lesson, and sets `globalThis.bench`.
 * @param {Tab} tab
 * @param {string} url  the site's address
 * @param {string} path  the path of the lesson's page
 */
export async function open(tab, url, path) {
  // The tab first shows a blank page, because a change of the URL fragment alone does not reload a page.
  await tab.goto('about:blank');
  await tab.goto(`${url}${path}`);
  await tab.evaluate(settled);
  await tab.evaluate(install);
}

/** Runs in the page: waits until the figure is rendered. */
async function settled() {
  const frame = () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  while (
    !document.querySelector('al-scenes .scene-picture > svg') ||
    document.querySelector('al-lesson-page .loading')
  )
    await frame();
  await document.fonts.ready;
  for (let frames = 0; frames < 3; frames++) await frame();
}
