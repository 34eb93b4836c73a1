// SPDX-License-Identifier: MIT
import { WATCH } from './compressed.mjs';
import { paintTimes, timings, watch } from './first-paint.mjs';

/**
 * @typedef {object} Visit
 * @property {number | undefined} paint  milliseconds until the first contentful paint; undefined if the browser does not
 *   report it
 * @property {number} result  milliseconds until the first painted result
 * @property {number} bytes  bytes that the server has sent until the first painted result
 * @property {number} files  files that the server has sent until the first painted result
 * @property {number} steps  length of the longest chain of requests until the first painted result, after the page
 *   itself
 * @property {number | undefined} shift  the cumulative layout shift (CLS); undefined if the browser does not report it
 * @property {number} allBytes  bytes that the server has sent until the network is idle
 * @property {number} allFiles  files that the server has sent until the network is idle
 */

/**
 * Selects the main number of a lesson, or the figure of a lesson of scenes once the site has taken over. The engine
 * computes both, so their first paint shows that the engine runs.
 */
const RESULT = 'al-scenes .scene-picture svg *';
/** The network is idle if the server has sent nothing for this time, in milliseconds. */
const IDLE_MS = 500;

/** The script that the server adds to the page, because WebDriver cannot run scripts before those of a page. */
export const WATCH_SCRIPT = `(${watch})(${JSON.stringify({ result: RESULT })});`;

/**
 * Visits a lesson with empty caches, as on a first visit.
 * @param {import('./tabs.mjs').Started['fresh']} fresh
 * @param {string} url  the address of a site that contains WATCH_SCRIPT
 * @param {string} lesson
 * @param {import('./sent.mjs').Sent[]} sent  the server's list of responses, which grows during the visit
 * @returns {Promise<Visit>}
 */
export async function visit(fresh, url, lesson, sent) {
  const { tab, close } = await fresh();
  try {
    sent.length = 0;
    await tab.goto(`${url}en/${lesson}/`);
    const { result = Number.NaN } = await paintTimes(tab);
    await idle(sent);
    const { paint, shift, origin, files } = await tab.evaluate(timings);
    const all = sent.filter(({ path }) => path !== WATCH);
    const before = all.filter(({ at }) => at <= origin + result);
    const loads = files.filter(({ name, end }) => !name.endsWith(WATCH) && end <= result);
    return {
      paint,
      result,
      steps: chainOf(loads.map(({ start, end }) => [start, end])),
      shift,
      bytes: bytesOf(before),
      files: before.length,
      allBytes: bytesOf(all),
      allFiles: all.length,
    };
  } finally {
    await close();
  }
}

/** @param {readonly import('./sent.mjs').Sent[]} files */
const bytesOf = (files) => files.reduce((sum, { bytes }) => sum + bytes, 0);

/** @param {readonly import('./sent.mjs').Sent[]} sent */
async function idle(sent) {
  let count = -1;
  while (count < sent.length) {
    count = sent.length;
    await new Promise((later) => setTimeout(later, IDLE_MS));
  }
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
