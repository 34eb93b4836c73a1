// SPDX-License-Identifier: MIT
// `npm run bench`: compares this library with other JavaScript libraries in headless browsers. docs/benchmarks.md
// explains the report. Exit code 1: an output is wrong. A slow time is not a failure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import { readArguments, USAGE } from './bench/arguments.mjs';
import { command } from './bench/command.mjs';
import { pageDriver } from './bench/page-driver.mjs';
import { OURS, PEAK, PEERS } from './bench/peers.mjs';
import { measureShapes } from './bench/progress.mjs';
import { referenceOf } from './bench/reference.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { BENCH, buildPages, withPages } from './bench/serve.mjs';
import { isComputed } from './bench/shapes.mjs';
import { ROUNDS, refuseWrong, report } from './bench/table.mjs';
import { findBrowsers } from './browsers.mjs';
import { buildWasm } from './build.mjs';
import { Failure } from './process.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {import('./bench/arguments.mjs').Options} Options
 * @typedef {import('./bench/arguments.mjs').BrowserName} BrowserName
 * @typedef {import('./bench/peers.mjs').Peer} Peer
 */

const WORDS = {
  title: 'Attention, side by side',
  included: `A time is one whole call: JavaScript Float32Arrays in, a new Float32Array out. It includes all copies into and out of the
library's memory. It excludes loading, session creation, compilation and warm-up. Each library has the weights of multi-head attention ready.
“Out” is this library with one array for the results of all calls. “Data resident” is this library with inputs and result in its own memory.
One thread, float32. Each library has its own page. The fastest form of each peer counts; the table names it.
${ROUNDS}`,
  peers: PEERS,
};
const NAMES = { chromium: 'Chromium', firefox: 'Firefox' };

/** @param {BrowserName} name @param {string} executablePath */
const launch = (name, executablePath) =>
  name === 'chromium'
    ? chromium.launch({
        executablePath,
        args: [
          '--no-sandbox',
          '--disable-gpu',
          '--disable-background-networking',
          '--disable-renderer-backgrounding',
        ],
      })
    : firefox.launch({
        executablePath,
        channel: 'moz-firefox',
        // With this preference, Firefox does not round performance.now() to 1 ms, which is as long as a short call.
        firefoxUserPrefs: { 'privacy.reduceTimerPrecision': false },
      });

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {readonly Peer[]} peers
 * @returns {Promise<Map<Peer, import('./bench/rounds.mjs').Driver | string>>}
 */
async function openPages(browser, url, peers) {
  const pages = new Map();
  for (const peer of peers) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${url}page/${peer.id}`, { waitUntil: 'load' });
    // The load event does not wait for a top-level await of the page's module, but its import does. A module that failed
    // has reported its error to the page.
    const isReady = await page.evaluate(async (script) => {
      await import(script).catch(() => {});
      return 'candidate' in globalThis;
    }, `/${peer.id}.js`);
    pages.set(peer, isReady ? pageDriver(page) : (problems[0] ?? 'its page did not start'));
  }
  return pages;
}

/**
 * @param {BrowserName} name
 * @param {string} executablePath
 * @param {string} url
 * @param {Options} options
 * @returns {Promise<import('./bench/table.mjs').Section>}
 */
async function benchBrowser(name, executablePath, url, options) {
  const browser = await launch(name, executablePath);
  try {
    const { peers } = options;
    const pages = await openPages(browser, url, [...OURS, PEAK, ...peers]);
    const place = `${NAMES[name]} ${browser.version()}`;
    const shapes = await measureShapes(place, options, pages);
    return { name: NAMES[name], version: browser.version(), shapes };
  } finally {
    await browser.close();
  }
}

/** @param {Options} options */
async function bench(options) {
  const { shapes, peers, isQuick } = options;
  const now = circumstances();
  const found = findBrowsers();
  console.log('computing the expected outputs');
  const references = new Map(
    shapes.filter(isComputed).map((shape) => {
      const { buffer } = Float32Array.from(referenceOf(shape));
      return [shape.id, new Uint8Array(buffer)];
    }),
  );
  const browsers = await withPages([...OURS, PEAK, ...peers], references, async (url) => {
    const results = [];
    for (const name of options.browsers) {
      const path = found[name];
      if (path) results.push(await benchBrowser(name, path, url, options));
      else console.log(`${NAMES[name]} was not found, and is left out`);
    }
    return results;
  });
  if (browsers.length === 0) throw new Failure('no browser was found');

  const result = {
    ...now,
    isQuick,
    versions: Object.fromEntries(
      peers.flatMap(({ name, npm }) => (npm ? [[name, versionOf(npm)]] : [])),
    ),
    browsers,
  };
  writeResult(isQuick ? '-quick' : '', result, report(WORDS, result, browsers));

  refuseWrong(browsers);
}

/** @param {string} npm */
const versionOf = (npm) =>
  JSON.parse(readFileSync(join(BENCH, 'node_modules', npm, 'package.json'), 'utf8')).version;

await command(readArguments, USAGE, (options) => [
  { name: 'set-up', run: () => setUp('test') },
  { name: 'wasm build', run: buildWasm },
  { name: 'peers', run: () => ensureNodeModules(BENCH, ['ci', '--ignore-scripts']) },
  { name: 'pages', run: () => buildPages([...OURS, PEAK, ...options.peers]) },
  { name: 'bench', run: () => bench(options) },
]);
