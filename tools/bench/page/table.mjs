// SPDX-License-Identifier: MIT
import { told } from '../results.mjs';
import { quantile, ratios, spread } from '../statistics.mjs';
import { markdownTable, spreadCell } from '../table.mjs';

/**
 * @typedef {import('./drags.mjs').Dragged} Dragged
 * @typedef {import('./drags.mjs').Drags} Drags
 * @typedef {{lesson: string, visits: import('./visit.mjs').Visit[]}} Visited
 * @typedef {{browser: string, lessons: Visited[]}} Visits
 * @typedef {import('../results.mjs').Circumstances & {isQuick: boolean, against: string | undefined, drags: Drags[], visits: Visits[]}} PageResult
 */

export const TARGETS_MS = { p50: 8, p95: 16 };

const INCLUDED = `The window has 1280 × 900 pixels, without a graphics processor. Neither processor nor network is slowed down. The tables show medians over
the rounds, each on a new page, with quartiles in brackets.`;

const DRAGGED = `From the first event of a frame to the moment after its paint, in ms, for every slider and every handle in a figure. Only events that changed
something count.`;

/** @param {PageResult} result */
export function pageReport(result) {
  const { drags, visits, against, isQuick } = result;
  const quick = '**A quick run, for smoke tests only: do not compare its times.**';
  return `${[
    '# The pages: from event to paint, and to the first result',
    ...(isQuick ? [quick] : []),
    told(result),
    INCLUDED,
    ...drags.flatMap((each) => dragTable(each, against)),
    ...visits.map(visitTable),
  ].join('\n\n')}\n`;
}

/**
 * For each round, a quantile of the times from an event on a control to its paint.
 * @param {Dragged} dragged
 * @param {number} site  the index of the site in the list of compared sites
 * @param {number} share  such as 0.95 for p95
 */
export const quantiles = ({ rounds }, site, share) =>
  (rounds[site] ?? []).map((times) => quantile(times, share));

/** @param {Drags} drags @param {string | undefined} against @returns {string[]} */
function dragTable({ browser, controls }, against) {
  const measured = controls.filter(({ rounds }) => rounds[0]?.length);
  const rows = measured
    .map((each) => ({
      each,
      p50: quantiles(each, 0, 0.5),
      p95: quantiles(each, 0, 0.95),
    }))
    .sort((a, b) => spread(b.p95).median - spread(a.p95).median);
  const share = (/** @type {'p50' | 'p95'} */ key) => {
    const reached = rows.filter((row) => spread(row[key]).median <= TARGETS_MS[key]);
    return `${key} ≤ ${TARGETS_MS[key]} ms: ${reached.length} of ${rows.length} controls.`;
  };
  const problems = controls.flatMap(({ path, kind, name, problem }) =>
    problem ? [`- ${path}, ${kind} ${name}: ${problem}`] : [],
  );
  const before = against ? [`p95 of ${against}`, 'times as long'] : [];
  const table = markdownTable(
    ['address', 'control', 'p50', 'p95', ...before],
    rows.map(({ each, p50, p95 }) => [
      each.path,
      `${each.kind} ${each.name}`,
      spreadCell(p50),
      spreadCell(p95),
      ...(against ? beforeCells(p95, quantiles(each, 1, 0.95)) : []),
    ]),
  );
  return [
    `## Drags in ${browser}`,
    DRAGGED,
    `**${share('p50')} ${share('p95')}**`,
    table,
    ...(problems.length ? [problems.join('\n')] : []),
  ];
}

/** @param {number[]} now @param {number[]} before */
function beforeCells(now, before) {
  if (before.length === 0) return ['–', '–'];
  const isWhole = before.length === now.length;
  return [spreadCell(before), isWhole ? ratios(now, before).median.toFixed(2) : '–'];
}

/**
 * Upper bounds for a first visit, up to its first result. `paint` and `result` are times in milliseconds.
 * @type {Partial<Record<keyof import('./visit.mjs').Visit, number>>}
 */
export const TARGETS = { paint: 100, result: 200, bytes: 150_000, files: 10, steps: 2, shift: 0 };

/** @param {Visits} visits */
function visitTable({ browser, lessons }) {
  const rows = lessons.map(({ lesson, visits }) => {
    const samples = (/** @type {keyof import('./visit.mjs').Visit} */ key) =>
      visits.map((visit) => visit[key] ?? Number.NaN);
    const median = (/** @type {keyof import('./visit.mjs').Visit} */ key) =>
      spread(samples(key)).median;
    const kilobytes = (/** @type {number} */ bytes) => (bytes / 1000).toFixed(0);
    const missed = /** @type {(keyof typeof TARGETS)[]} */ (Object.keys(TARGETS)).filter(
      (key) => median(key) > (TARGETS[key] ?? 0),
    );
    return [
      lesson,
      median('paint') >= 0 ? spreadCell(samples('paint')) : '–',
      spreadCell(samples('result')),
      kilobytes(median('bytes')),
      `${Math.round(median('files'))}`,
      `${median('steps')}`,
      median('shift') >= 0 ? median('shift').toFixed(4) : '–',
      kilobytes(median('allBytes')),
      `${Math.round(median('allFiles'))}`,
      missed.join(', ') || 'none',
    ];
  });
  return `## A first visit in ${browser}

Times run from the start of the navigation to the first contentful paint and to the first painted result of the engine. Bytes and files are
sent until the first result, and until the network is idle, with headers, compressed by Brotli. Steps are the longest chain of requests after
the page. “–” stands for what the browser does not report. Targets: ${TARGETS.paint} ms, ${TARGETS.result} ms, ${kilobytesOf(TARGETS.bytes)} kB, ${TARGETS.files} files, ${TARGETS.steps} steps, no shift.

${markdownTable(['lesson', 'first paint, ms', 'first result, ms', 'kB until then', 'files', 'steps', 'shift', 'kB in all', 'files', 'missed'], rows)}`;
}

const kilobytesOf = (/** @type {number | undefined} */ bytes = 0) => bytes / 1000;
