// SPDX-License-Identifier: MIT
import { paintTimes, watch } from './first-paint.mjs';

/** @typedef {{result: number, bytes: number, files: number, allBytes: number, allFiles: number}} Visit */

/** The first number of a lesson that the engine has computed. */
const RESULT = '.result-number';

/**
 * Visits a lesson as nobody has before: nothing is kept from other visits. What keeps the site for use without a network
 * stays out of it, as it loads all the site when the page is done.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url  of the site
 * @param {string} lesson
 * @param {import('./sent.mjs').Sent[]} sent  by the server, to which this visit adds
 * @returns {Promise<Visit>} milliseconds from the navigation to the painted result; bytes sent until then, and in all
 */
export async function visit(browser, url, lesson, sent) {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    serviceWorkers: 'block',
  });
  try {
    const page = await context.newPage();
    await page.addInitScript(watch, { result: RESULT });
    sent.length = 0;
    await page.goto(`${url}#/${lesson}`);
    const { result = Number.NaN } = await paintTimes(page);
    await page.waitForLoadState('networkidle');
    const end = (await page.evaluate(() => performance.timeOrigin)) + result;
    const before = sent.filter(({ at }) => at <= end);
    return {
      result,
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
