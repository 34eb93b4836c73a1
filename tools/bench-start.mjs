// SPDX-License-Identifier: MIT
// `npm run bench:start`: measures the time from the start of a first visit until the page can be operated. Uses
// headless Chromium, without and with CPU and network throttling, and serves the built site with Brotli compression. A
// missed target is printed but is not a failure.
import { compressed } from './bench/compressed.mjs';
import { readOptions, usageOf } from './bench/options.mjs';
import { circumstances, progress, told, writeResult } from './bench/results.mjs';
import { markdownTable } from './bench/table.mjs';
import { SITE_STEPS, withSite } from './launch.mjs';
import { LESSON_IDS } from './lesson-list.mjs';

const RUNS = 5;
/**
 * The conditions of a visit. The slow `line` is "Fast 3G": 1.6 Mbit/s down, 750 kbit/s up, and a latency of 150 ms.
 * Throughputs are in bytes per second. `targets` are the largest accepted values of a `Visit`.
 */
const CONDITIONS = [
  {
    name: 'As it is',
    targets: { paint: 100, operate: 200, bytes: 150_000, files: 10, shift: 0 },
  },
  {
    name: 'A processor four times slower, 1.6 Mbit/s and 150 ms of latency',
    slowdown: 4,
    line: { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 93750 },
    targets: { paint: 1000, operate: 1000, shift: 0 },
  },
];
const FIGURE = 'al-scenes .scene-picture svg *';
const VIEWS = [
  { name: 'home', path: 'en/', operate: '.home-sentence.live' },
  ...LESSON_IDS.map((id) => ({ name: id, path: `en/${id}/`, operate: FIGURE })),
];

const OPTIONS = { views: VIEWS.map(({ name }) => name), quick: /** @type {const} */ (false) };
export const usage = usageOf(OPTIONS);

/**
 * Times are in milliseconds from the start of the visit. paint: the first contentful paint; operate: the first paint of
 * the element that VIEWS selects; shift: the cumulative layout shift (CLS), a score; bytes and files: the size and
 * the number of the compressed files that were downloaded before `operate`.
 * @typedef {{paint: number, operate: number, shift: number, bytes: number, files: number}} Visit
 */

/**
 * Runs in the page before its scripts: records when the first element that matches `selector` is painted, and the
 * layout shift. Prevents the registration of the service worker, which would load the whole site in the background.
 * @param {string} selector
 */
function watch(selector) {
  const bench = { painted: Promise.resolve(0), shift: 0 };
  bench.painted = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector(selector)) return;
      observer.disconnect();
      // A message that is posted in an animation frame arrives after that frame has been painted.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(0);
      });
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries()))
      if (!entry.hadRecentInput) bench.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  Object.assign(globalThis, { bench });
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => {});
}

/** Runs in the page: waits until the element of `watch` is painted. @returns {Promise<Visit>} */
async function timings() {
  const { bench } = /** @type {any} */ (globalThis);
  const operate = await bench.painted;
  const before = /** @type {PerformanceResourceTiming[]} */ (
    performance.getEntriesByType('resource')
  ).filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= operate);
  return {
    paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
    operate,
    shift: bench.shift,
    bytes: before.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0),
    files: before.length,
  };
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {typeof CONDITIONS[0]} conditions
 * @param {typeof VIEWS[0]} view
 */
async function visitOnce(browser, url, { line, slowdown = 1 }, { path, operate }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    if (line) await cdp.send('Network.emulateNetworkConditions', line);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.addInitScript(watch, operate);
    await page.goto(url + path);
    return await page.evaluate(timings);
  } finally {
    await context.close();
  }
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

/** The run with the median time until the page can be operated. @param {readonly Visit[]} runs */
const middle = (runs) =>
  /** @type {Visit} */ (runs.toSorted((a, b) => a.operate - b.operate)[runs.length >> 1]);

/**
 * @typedef {{name: string, targets: Partial<Visit>, views: {name: string, runs: Visit[]}[]}} Section
 * @param {Section} section
 */
function sectionReport({ name, targets, views }) {
  const rows = views.map(({ name, runs }) => {
    const visit = middle(runs);
    const keys = /** @type {(keyof Visit)[]} */ (Object.keys(targets));
    const missed = keys.filter((key) => visit[key] > (targets[key] ?? 0));
    return [
      name,
      ...[visit.paint, visit.operate].map(seconds),
      visit.shift.toFixed(4),
      `${visit.files}`,
      `${(visit.bytes / 1000).toFixed(0)} kB`,
      missed.join(', ') || 'none',
    ];
  });
  const head = ['view', 'paint', 'operate', 'shift', 'files', 'size', 'missed'];
  return `## ${name}\n\nTargets: ${JSON.stringify(targets)}\n\n${markdownTable(head, rows)}`;
}

/** @param {import('./bench/options.mjs').Values<typeof OPTIONS>} options */
async function bench({ views: names, quick }) {
  const result = { ...circumstances(), quick, sections: /** @type {Section[]} */ ([]) };
  await withSite(
    async (browser, url) => {
      for (const conditions of CONDITIONS) {
        const views = [];
        for (const view of VIEWS.filter(({ name }) => names.includes(name))) {
          progress(`${conditions.name}: ${view.name}`);
          const runs = [];
          // The first visit is not counted, because the server compresses the files during it.
          await visitOnce(browser, url, conditions, view);
          for (let run = 0; run < (quick ? 1 : RUNS); run++)
            runs.push(await visitOnce(browser, url, conditions, view));
          views.push({ name: view.name, runs });
        }
        progress('');
        result.sections.push({ name: conditions.name, targets: conditions.targets, views });
      }
    },
    [],
    [compressed()],
  );
  const text = [
    '# First visits in Chromium',
    told(result),
    `Times run from the start of a first visit. Files and size: what came before the page could be operated, without the page itself. The tables
show the run with the median time to operate, of ${RUNS}.`,
    ...result.sections.map(sectionReport),
  ].join('\n\n');
  writeResult('start', result, `${text}\n`);
}

/** @param {string[]} args */
export function steps(args) {
  const options = readOptions(OPTIONS, args);
  return [...SITE_STEPS, { name: 'bench:start', run: () => bench(options) }];
}
