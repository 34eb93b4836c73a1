// SPDX-License-Identifier: MIT

/**
 * Drives the library of one of the bench's pages (bench/page/candidate.mjs).
 * @param {import('playwright-core').Page} page
 * @returns {import('./rounds.mjs').Driver}
 */
export const pageDriver = (page) => ({
  prepare: (shape) =>
    page.evaluate((id) => Reflect.get(globalThis, 'candidate').prepare(id), shape),
  warmUp: (wanted) =>
    page.evaluate((asked) => Reflect.get(globalThis, 'candidate').warmUp(asked), wanted),
  time: (wanted) =>
    page.evaluate((asked) => Reflect.get(globalThis, 'candidate').time(asked), wanted),
});
