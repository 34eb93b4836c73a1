// SPDX-License-Identifier: MIT
// `npm run bench:start`: measures the time from the start of a first visit until the page can be read and until it can
// be operated, in headless Chromium with CPU and network throttling. The built site is served with Brotli compression.
// A missed target is printed but is not a failure.
import { compressed } from './bench/page/compressed.mjs';
import { paintTimes, watch } from './bench/page/first-paint.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { runSteps } from './steps.mjs';

const RUNS = 5;
const TARGET_MS = 1000;
const CPU_SLOWDOWN = 4;
/** "Fast 3G": 1.6 Mbit/s down, 750 kbit/s up and a latency of 150 ms. The throughputs are in bytes per second. */
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 93750 };
/** The target for the first contentful paint, which shows the outline of the page. */
const PAINT_MS = 1000;
const VISITS = [
  { name: 'home page', hash: '', acts: '.preview .plot', reads: 'h1' },
  { name: 'first lesson', hash: '#/kernel-regression', acts: '.result-number', reads: 'header' },
  { name: 'longest lesson', hash: '#/multi-head', acts: '.result', reads: 'header' },
];
/**
 * @typedef {{name: string, end: number, size: number}} File  end: of the response, in ms; size: compressed, in
 *   bytes
 * @typedef {{paints: number, reads: number, acts: number, files: File[]}} Visit  times in ms from the start of a visit:
 *   of the first contentful paint, and of the first paints of the elements that `reads` and `acts` in VISITS select
 */

/** @param {import('playwright-core').Page} page */
const loaded = (page) =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').map((entry) => {
      const { name, responseEnd, encodedBodySize } = /** @type {PerformanceResourceTiming} */ (
        entry
      );
      return { name: name.replace(/^.*\//, ''), end: responseEnd, size: encodedBodySize };
    }),
  );

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {typeof VISITS[0]} visit
 * @returns {Promise<Visit>}
 */
async function visitOnce(browser, url, { hash, acts, reads }) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Network.enable');
    await cdp.send('Network.emulateNetworkConditions', LINE);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(watch, { reads, acts });
    await page.goto(url + hash);
    const times = await paintTimes(page);
    const paints = await page.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    );
    return { paints, reads: times.reads ?? 0, acts: times.acts ?? 0, files: await loaded(page) };
  } finally {
    await context.close();
  }
}

/** @param {number} ms */
const seconds = (ms) => `${(ms / 1000).toFixed(2)} s`;

async function bench() {
  await withSite(
    async (browser, url) => {
      console.log(
        `Chromium ${browser.version()}, ${CPU_SLOWDOWN}× slower, 1.6 Mbit/s, 150 ms; median of ${RUNS} first visits:`,
      );
      for (const visit of VISITS) {
        const runs = [];
        for (let run = 0; run < RUNS; run++) runs.push(await visitOnce(browser, url, visit));
        runs.sort((a, b) => a.acts - b.acts);
        const { paints, reads, acts, files } = /** @type {Visit} */ (runs[RUNS >> 1]);
        const before = files.filter(({ end }) => end > 0 && end <= acts);
        const bytes = before.reduce((sum, { size }) => sum + size, 0);
        const verdict = (/** @type {number} */ time, /** @type {number} */ target) =>
          `target ${seconds(target)} ${time <= target ? 'reached' : 'missed'}`;
        console.log(
          `\n${visit.name}: painted after ${seconds(paints)} (${verdict(paints, PAINT_MS)}), to read after ${seconds(reads)}, to act on after ${seconds(acts)} (${verdict(acts, TARGET_MS)})`,
        );
        console.log(
          `  ${before.length} files, ${(bytes / 1000).toFixed(0)} kB, which alone take the line ${seconds((bytes / LINE.downloadThroughput) * 1000)}; the last to come:`,
        );
        for (const { name, end, size } of before.sort((a, b) => b.end - a.end).slice(0, 5))
          console.log(`  ${seconds(end)}  ${(size / 1000).toFixed(1).padStart(5)} kB  ${name}`);
      }
    },
    [],
    [compressed()],
  );
}

const { ok } = await runSteps([...SITE_STEPS, { name: 'bench:start', run: bench }]);
process.exitCode = ok ? 0 : 1;
