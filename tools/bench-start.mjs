// SPDX-License-Identifier: MIT
// `npm run bench:start`: how long a first visit takes until a reader can act, in headless Chromium with a
// slow processor and a slow line, on the built site as a host sends it. It prints and judges nothing.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { ROOT } from './process.mjs';
import { runSteps } from './steps.mjs';

const RUNS = 5;
const TARGET_MS = 1000;
const CPU_SLOWDOWN = 4;
/** "Fast 3G": 1.6 Mbit/s down, 750 kbit/s up, 150 ms to every answer. */
const LINE = { offline: false, latency: 150, downloadThroughput: 2e5, uploadThroughput: 93750 };
const VISITS = [
  { name: 'home page', hash: '', acts: '.preview .plot', reads: 'h1' },
  { name: 'first lesson', hash: '#/kernel-regression', acts: '.result-number', reads: 'header' },
  { name: 'longest lesson', hash: '#/multi-head', acts: '.result', reads: 'header' },
];
const TYPES = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  wasm: 'application/wasm',
};

/**
 * @typedef {{name: string, end: number, size: number}} File
 * @typedef {{reads: number, acts: number, files: File[]}} Visit  in milliseconds from its start
 */

/** Vite's preview compresses nothing; hosts do. @returns {import('vite').Plugin} */
function compressed() {
  /** @type {Map<string, Promise<Buffer>>} */
  const made = new Map();
  return {
    name: 'compressed',
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://any').pathname;
        const file = path.endsWith('/') ? `${path}index.html` : path;
        const type = Object.entries(TYPES).find(([end]) => file.endsWith(`.${end}`))?.[1];
        if (!type) return next();
        const body = made.get(file) ?? readFile(join(ROOT, 'dist', file)).then(brotliCompressSync);
        made.set(file, body);
        const content = await body.catch(() => undefined);
        if (!content) return next();
        response.setHeader('Content-Type', type);
        response.setHeader('Content-Encoding', 'br');
        response.setHeader('Content-Length', content.length);
        response.end(content);
      });
    },
  };
}

/**
 * Runs in the page before anything else: notes when elements are first painted.
 * @param {Record<string, string>} wanted  selectors by name
 */
function watch(wanted) {
  const times = /** @type {Record<string, number>} */ ({});
  Object.assign(globalThis, { times });
  const look = () => {
    for (const [name, selector] of Object.entries(wanted)) {
      if (name in times || !document.querySelector(selector)) continue;
      times[name] = Number.NaN;
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          times[name] = performance.now();
        };
        port2.postMessage(0);
      });
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
}

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
    await page.locator(acts).first().waitFor();
    for (;;) {
      const times = await page.evaluate(() => Reflect.get(globalThis, 'times'));
      if (times.acts > 0 && times.reads > 0)
        return { reads: times.reads, acts: times.acts, files: await loaded(page) };
    }
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
        const { reads, acts, files } = /** @type {Visit} */ (runs[RUNS >> 1]);
        const before = files.filter(({ end }) => end > 0 && end <= acts);
        const bytes = before.reduce((sum, { size }) => sum + size, 0);
        const verdict = acts <= TARGET_MS ? 'reached' : 'missed';
        console.log(
          `\n${visit.name}: to read after ${seconds(reads)}, to act on after ${seconds(acts)} (target ${seconds(TARGET_MS)} ${verdict})`,
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
