// SPDX-License-Identifier: MIT
import { paintTimes, watch } from './first-paint.mjs';

/**
 * @typedef {object} Visit
 * @property {number} paint  milliseconds until the first contentful paint
 * @property {number} result  milliseconds until the first painted result
 * @property {number} bytes  sent until the first painted result
 * @property {number} files  sent until the first painted result
 * @property {number} steps  length of the longest chain of requests until the first painted result, after the page
 *   itself
 * @property {number} shift  the cumulative layout shift (CLS)
 * @property {number} allBytes  sent until the network is idle
 * @property {number} allFiles  sent until the network is idle
 */

/** Selects the main number of a lesson. The engine computes it, so its first paint shows that the engine runs. */
const RESULT = '.result-number';

/**
 * Visits a lesson with empty caches, as on a first visit. The service worker is blocked, because it would load the
 * whole site in the background.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url  the site's address
 * @param {string} lesson
 * @param {import('./sent.mjs').Sent[]} sent  the server's list of responses, which grows during the visit
 * @returns {Promise<Visit>}
 */
export async function visit(browser, url, lesson, sent) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, { result: RESULT });
    await page.addInitScript(watchShifts);
    sent.length = 0;
    await page.goto(`${url}#/${lesson}`);
    const { result = Number.NaN } = await paintTimes(page);
    await page.waitForLoadState('networkidle');
    const end = (await page.evaluate(() => performance.timeOrigin)) + result;
    const before = sent.filter(({ at }) => at <= end);
    const { paint, shift, loads } = await page.evaluate(timings);
    return {
      paint,
      result,
      steps: chainOf(loads.filter(([, arrived]) => arrived <= result)),
      shift,
      bytes: bytesOf(before),
      files: before.length,
      allBytes: bytesOf(sent),
      allFiles: sent.length,
    };
  } finally {
    await context.close();
  }
}

/** @param {readonly import('./sent.mjs').Sent[]} files */
const bytesOf = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** Runs in the page: returns its first contentful paint, its layout shift, and the start and end of each request. */
function timings() {
  const paint = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0;
  const loads = performance.getEntriesByType('resource').map((entry) => {
    const { startTime, responseEnd } = /** @type {PerformanceResourceTiming} */ (entry);
    return /** @type {[number, number]} */ ([startTime, responseEnd]);
  });
  return { paint, loads, shift: /** @type {number} */ (Reflect.get(globalThis, 'shift')) };
}

/** Runs in the page before its scripts: sums the layout shifts that follow no user input (CLS). */
function watchShifts() {
  Object.assign(globalThis, { shift: 0 });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (!entry.hadRecentInput)
        Reflect.set(globalThis, 'shift', Reflect.get(globalThis, 'shift') + entry.value);
  }).observe({ type: 'layout-shift', buffered: true });
}

/**
 * The number of round trips that a page needs: the length of the longest chain of requests in which each request
 * started after the previous response had ended.
 * @param {readonly (readonly [start: number, end: number])[]} loads
 */
export function chainOf(loads) {
  let steps = 0;
  let arrived = Number.NEGATIVE_INFINITY;
  for (const [start, end] of loads.toSorted(([, a], [, b]) => a - b)) {
    if (start < arrived) continue;
    steps += 1;
    arrived = end;
  }
  return steps;
}
