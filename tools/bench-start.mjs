// SPDX-License-Identifier: MIT
// `npm run bench:start`: measures the time from the start of a first visit until the page can be read and until it can
// be operated, in headless Chromium with CPU and network throttling. The built site is served with Brotli compression.
// A missed target is printed but is not a failure.
import { compressed } from './bench/page/compressed.mjs';
import { paintTimes, timings, watch } from './bench/page/first-paint.mjs';
import { circumstances, told, writeResult } from './bench/results.mjs';
import { markdownTable } from './bench/table.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { runSteps } from './steps.mjs';

const RUNS = 5;
/** The most milliseconds until the first paint and until the page can be operated, and the largest layout shift. */
const TARGETS = { paint: 1000, operate: 1000, shift: 0 };
const CPU_SLOWDOWN = 4;
/** "Fast 3G": 1.6 Mbit/s down, 750 kbit/s up and a latency of 150 ms. The throughputs are in bytes per second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 93750 };
const VISITS = [
  { name: 'home page', path: 'en/', operate: '.home-sentence.live', read: 'h1' },
  {
    name: 'first lesson',
    path: 'en/kernel-regression/',
    operate: 'al-scenes .scene-picture svg *',
    read: 'header',
  },
  {
    name: 'longest lesson',
    path: 'en/multi-head/',
    operate: '.scene-picture svg *',
    read: 'header',
  },
];
/**
 * @typedef {object} Visit  All times are in milliseconds from the start of the visit.
 * @property {number} paint  the time of the first contentful paint, which shows the outline of the page
 * @property {number} read  the time at which the element that `read` in VISITS selects is first painted
 * @property {number} operate  the time at which the element that `operate` in VISITS selects is first painted
 * @property {number} shift  the cumulative layout shift (CLS), a score
 * @property {{name: string, start: number, end: number, size: number}[]} files  the downloaded files. `start` is the
 *   time of the request, `end` the time at which the response is complete, `size` the compressed size in bytes
 * @typedef {{name: string, runs: Visit[]}} View
 */

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {typeof VISITS[0]} visit
 * @returns {Promise<Visit>}
 */
async function visitOnce(browser, url, { path, operate, read }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', LINE);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(watch, { read, operate });
    await page.goto(url + path);
    const times = await paintTimes(page);
    const { paint = 0, shift = 0, files } = await page.evaluate(timings);
    return { paint, shift, read: times.read ?? 0, operate: times.operate ?? 0, files };
  } finally {
    await context.close();
  }
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;
/** @param {number} bytes */
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;

/** The run with the median time until the page can be operated. @param {readonly Visit[]} runs */
const middle = (runs) =>
  /** @type {Visit} */ (runs.toSorted((a, b) => a.operate - b.operate)[runs.length >> 1]);

/** @param {import('./bench/results.mjs').Circumstances & {browser: string, views: readonly View[]}} result */
function startReport({ browser, views, ...now }) {
  const rows = views.map(({ name, runs }) => {
    const visit = middle(runs);
    const files = filesBefore(visit);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    const missed = /** @type {(keyof typeof TARGETS)[]} */ (Object.keys(TARGETS)).filter(
      (key) => visit[key] > TARGETS[key],
    );
    return [
      name,
      seconds(visit.paint),
      seconds(visit.read),
      seconds(visit.operate),
      visit.shift.toFixed(4),
      `${files.length}`,
      kilobytes(bytes),
      seconds((bytes / LINE.downloadThroughput) * 1000),
      missed.join(', ') || 'none',
    ];
  });
  const last = views.map(({ name, runs }) => {
    const lines = filesBefore(middle(runs))
      .slice(0, 5)
      .map(({ name, end, size }) => `- ${seconds(end)}, ${kilobytes(size)}: ${name}`);
    return `The last files of the ${name}:\n\n${lines.join('\n')}`;
  });
  return `${[
    '# First visits with a slow processor and a slow network',
    told(now),
    `${browser} with a processor ${CPU_SLOWDOWN} times slower, 1.6 Mbit/s and 150 ms of latency. The table shows the run with the median time to operate, of ${RUNS}.
Targets: ${seconds(TARGETS.paint)} to paint, ${seconds(TARGETS.operate)} to operate, no layout shift. Transfer is the time that the bytes alone take.`,
    markdownTable(
      ['view', 'paint', 'read', 'operate', 'shift', 'files', 'size', 'transfer', 'missed'],
      rows,
    ),
    ...last,
  ].join('\n\n')}\n`;
}

/** The files that arrived before the page could be operated, the last first. @param {Visit} visit */
const filesBefore = ({ files, operate }) =>
  files
    .filter(({ end }) => end > 0 && end <= operate)
    .map((file) => ({ ...file, name: file.name.replace(/^.*\//, '') }))
    .sort((a, b) => b.end - a.end);

async function bench() {
  const now = circumstances();
  await withSite(
    async (browser, url) => {
      const views = [];
      for (const visit of VISITS) {
        const runs = [];
        for (let run = 0; run < RUNS; run++) runs.push(await visitOnce(browser, url, visit));
        views.push({ name: visit.name, runs });
      }
      const result = { ...now, browser: `Chromium ${browser.version()}`, views };
      writeResult('-start', result, startReport(result));
    },
    [],
    [compressed()],
  );
}

const { ok } = await runSteps([...SITE_STEPS, { name: 'bench:start', run: bench }]);
process.exitCode = ok ? 0 : 1;
