// SPDX-License-Identifier: MIT
import { told } from '../results.mjs';
import { quantile, spread } from '../statistics.mjs';
import { markdownTable, spreadCell } from '../table.mjs';

/**
 * @typedef {{lesson: string, name: string, rounds: number[][]}} Dragged  milliseconds of every event, by rounds
 * @typedef {{lesson: string, visits: import('./visit.mjs').Visit[]}} Visited
 * @typedef {import('../results.mjs').Circumstances & {isQuick: boolean, browser: string, dragged: Dragged[], visited: Visited[]}} PageResult
 */

export const TARGET_MS = 16;

const INCLUDED = `Headless Chromium without a graphics processor, a window of 1280 × 900, the built site as a host sends it, compressed by Brotli; nothing is
slowed down. Events run from the first event of a frame to the moment after its paint; frames wait for no screen, so that the figure is
the page's work alone. Given are medians over the rounds, each on a fresh page, and in brackets quartiles.`;

/** The share of events that are painted in less time than it says, round by round. @param {Dragged} dragged @param {number} share */
export const quantiles = ({ rounds }, share) => rounds.map((times) => quantile(times, share));

/** @param {PageResult} result */
export function pageReport(result) {
  const { browser, dragged, visited, isQuick } = result;
  const quick = '**A quick run: it shows that all runs; its times compare nothing.**';
  return `${[
    '# The pages: from event to paint, and to the first result',
    ...(isQuick ? [quick] : []),
    `${told(result)} ${browser}.`,
    INCLUDED,
    ...(dragged.length ? [dragTable(dragged)] : []),
    ...(visited.length ? [visitTable(visited)] : []),
  ].join('\n\n')}\n`;
}

/** @param {readonly Dragged[]} dragged */
function dragTable(dragged) {
  const rows = dragged.map((each) => {
    const p95 = quantiles(each, 0.95);
    const isReached = spread(p95).median <= TARGET_MS;
    return [
      each.lesson,
      each.name,
      spreadCell(quantiles(each, 0.5)),
      spreadCell(p95),
      isReached ? 'reached' : 'missed',
    ];
  });
  return `## From event to paint while dragging, ms\n\n${markdownTable(
    ['lesson', 'control', 'p50', 'p95', `p95 ≤ ${TARGET_MS} ms`],
    rows,
  )}`;
}

/** @param {readonly Visited[]} visited */
function visitTable(visited) {
  const rows = visited.map(({ lesson, visits }) => {
    const median = (/** @type {keyof import('./visit.mjs').Visit} */ key) =>
      spread(visits.map((visit) => visit[key])).median;
    const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
    return [
      lesson,
      spreadCell(visits.map(({ result }) => result)),
      kilobytes(median('bytes')),
      `${Math.round(median('files'))}`,
      kilobytes(median('allBytes')),
      `${Math.round(median('allFiles'))}`,
    ];
  });
  return `## A first visit

From the start of the navigation to the first painted result of the engine; what the server has sent until then and until the page is quiet,
headers included, by the page and its worker.

${markdownTable(['lesson', 'first result, ms', 'kB until then', 'files', 'kB in all', 'files'], rows)}`;
}
