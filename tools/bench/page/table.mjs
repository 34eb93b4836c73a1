// SPDX-License-Identifier: MIT
import { quantile } from 'd3-array';
import { told } from '../results.mjs';
import { markdownTable, ratios, spread, spreadCell } from '../table.mjs';

/**
 * @typedef {import('./drags.mjs').Dragged} Dragged
 * @typedef {{browser: string, controls: Dragged[]}} Drags
 * @typedef {import('../results.mjs').Circumstances & {against: string, drags: Drags[]}} PageResult
 */

const TARGETS_MS = { p50: 8, p95: 16 };

const DRAGGED = `From the first event of a frame to the moment after its paint, in ms, for every slider and every handle in a figure. Only events that changed
something count. The window has 1280 × 900 pixels, without a graphics processor. The tables show medians over the rounds, each on a new page,
with quartiles in brackets.`;

/** @param {PageResult} result */
export const pageReport = ({ drags, against, ...now }) =>
  `${['# The pages: from event to paint', told(now), DRAGGED, ...drags.flatMap((each) => dragTable(each, against))].join('\n\n')}\n`;

/**
 * For each round, a quantile of the times from an event on a control to its paint.
 * @param {Dragged} dragged
 * @param {number} site  the index of the site in the list of compared sites
 * @param {number} share  such as 0.95 for p95
 */
const quantiles = ({ rounds }, site, share) =>
  (rounds[site] ?? []).map((times) => quantile(times, share) ?? Number.NaN);

/** @param {Drags} drags @param {string} against @returns {string[]} */
function dragTable({ browser, controls }, against) {
  const rows = controls
    .filter(({ rounds }) => rounds[0]?.length)
    .map((each) => ({ each, p50: quantiles(each, 0, 0.5), p95: quantiles(each, 0, 0.95) }))
    .sort((a, b) => spread(b.p95).median - spread(a.p95).median);
  const share = (/** @type {'p50' | 'p95'} */ key) => {
    const reached = rows.filter((row) => spread(row[key]).median <= TARGETS_MS[key]);
    return `${key} ≤ ${TARGETS_MS[key]} ms: ${reached.length} of ${rows.length} controls.`;
  };
  const problems = controls.flatMap(({ path, kind, name, problem }) =>
    problem ? [`- ${path}, ${kind} ${name}: ${problem}`] : [],
  );
  const table = markdownTable(
    [
      'address',
      'control',
      'p50',
      'p95',
      ...(against ? [`p95 of ${against}`, 'times as long'] : []),
    ],
    rows.map(({ each, p50, p95 }) => [
      each.path,
      `${each.kind} ${each.name}`,
      spreadCell(p50),
      spreadCell(p95),
      ...(against ? beforeCells(p95, quantiles(each, 1, 0.95)) : []),
    ]),
  );
  return [
    `## ${browser}`,
    `**${share('p50')} ${share('p95')}**`,
    table,
    problems.join('\n'),
  ].filter(Boolean);
}

/** @param {number[]} now @param {number[]} before */
function beforeCells(now, before) {
  if (before.length === 0) return ['–', '–'];
  const isWhole = before.length === now.length;
  return [spreadCell(before), isWhole ? ratios(now, before).median.toFixed(2) : '–'];
}
