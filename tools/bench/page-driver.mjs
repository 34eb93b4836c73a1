// SPDX-License-Identifier: MIT

/**
 * A driver (an object that calls one library, see rounds.mjs) for a library in a page. It forwards its calls to the
 * page's `globalThis.candidate` (bench/page/candidate.mjs).
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
