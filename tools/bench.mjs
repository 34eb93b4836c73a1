// SPDX-License-Identifier: MIT
// `npm run bench`: compares this library with other JavaScript libraries in headless browsers. docs/benchmarks.md
// explains the report. Exit code 1: an output is wrong. A slow time is not a failure.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readOptions, usageOf } from './bench/options.mjs';
import { OURS, PEAK, PEERS } from './bench/peers.mjs';
import { referenceOf } from './bench/reference.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { measureShapes } from './bench/rounds.mjs';
import { BENCH, buildPages, scriptOf, servePages } from './bench/serve.mjs';
import { isComputed, parseShapes, SHAPES } from './bench/shapes.mjs';
import { ROUNDS, refuseWrong, report } from './bench/table.mjs';
import { buildWasm } from './build.mjs';
import { launch } from './launch.mjs';
import { ensureModulesOf } from './setup/node-modules.mjs';
import { setUp } from './setup.mjs';

/**
 * @typedef {import('./bench/peers.mjs').Peer} Peer
 * @typedef {import('./bench/rounds.mjs').Driver} Driver
 */

const WORDS = {
  title: 'Attention, side by side',
  included: `A time is one whole call: JavaScript Float32Arrays in, a new Float32Array out. It includes all copies into and out of the
library's memory. It excludes loading, session creation, compilation and warm-up. Each library has the weights of multi-head attention ready.
“Data resident” is this library with inputs and result in its own memory.
One thread, float32. Each library has its own page. The fastest form of each peer counts; the table names it.
${ROUNDS}`,
  peers: PEERS,
};
const NAMES = { chromium: 'Chromium', firefox: 'Firefox' };

const OPTIONS = {
  shapes: SHAPES.join(','),
  peers: PEERS.map(({ id }) => id),
  browsers: /** @type {const} */ (['chromium', 'firefox']),
  /** A few short rounds, for smoke tests only. */
  quick: /** @type {const} */ (false),
};
export const usage = usageOf(OPTIONS);

/** Calls a function of `globalThis.candidate` (bench/page/candidate.mjs) in a page. @param {import('playwright-core').Page} page @returns {Driver} */
function driverOf(page) {
  const call = (/** @type {string} */ name) => (/** @type {unknown} */ argument) =>
    page.evaluate(
      ([one = '', given]) =>
        Reflect.get(globalThis, 'candidate')[/** @type {string} */ (one)](given),
      [name, argument],
    );
  return { prepare: call('prepare'), warmUp: call('warmUp'), time: call('time') };
}

/**
 * The driver of each library, or the reason why its page did not start.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {readonly Peer[]} peers
 */
async function openPages(browser, url, peers) {
  /** @type {Map<Peer, Driver | string>} */
  const pages = new Map();
  for (const peer of peers) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${url}${peer.id}.html`, { waitUntil: 'load' });
    // The load event does not wait for a top-level await of the page's module, but importing the module does. If the
    // module failed, `problems` already contains its error.
    const isReady = await page.evaluate(
      async (script) => {
        await import(script).catch(() => {});
        return 'candidate' in globalThis;
      },
      `/${scriptOf(peer)}.js`,
    );
    pages.set(peer, isReady ? driverOf(page) : (problems[0] ?? 'its page did not start'));
  }
  return pages;
}

/**
 * @param {import('./bench/shapes.mjs').Shape[]} shapes
 * @param {import('./bench/options.mjs').Values<typeof OPTIONS>} options
 */
async function bench(shapes, { peers: ids, browsers, quick }) {
  const now = circumstances();
  const peers = PEERS.filter(({ id }) => ids.includes(id));
  const all = [...OURS, PEAK, ...peers];
  console.log('computing the expected outputs');
  const references = shapes
    .filter(isComputed)
    .map((shape) => /** @type {const} */ ([shape.id, Float32Array.from(referenceOf(shape))]));
  await buildPages(all, new Map(references));
  const server = await servePages();
  const sections = [];
  try {
    for (const name of browsers) {
      const browser = await launch(name, ['--disable-renderer-backgrounding']);
      const version = browser.version();
      const pages = await openPages(browser, server.resolvedUrls?.local[0] ?? '', all);
      const measured = await measureShapes(`${NAMES[name]} ${version}`, { shapes, quick }, pages);
      sections.push({ name: NAMES[name], version, shapes: measured });
      await browser.close();
    }
  } finally {
    await server.close();
  }
  const versions = Object.fromEntries(
    peers.flatMap(({ name, npm }) => (npm ? [[name, versionOf(npm)]] : [])),
  );
  const result = { ...now, quick, versions, browsers: sections };
  writeResult('bench', result, report(WORDS, result, sections));
  refuseWrong(sections);
}

/** @param {string} npm */
const versionOf = (npm) =>
  JSON.parse(readFileSync(join(BENCH, 'node_modules', npm, 'package.json'), 'utf8')).version;

/** @param {string[]} args */
export function steps(args) {
  const options = readOptions(OPTIONS, args);
  const shapes = parseShapes(options.shapes);
  return [
    { name: 'set-up', run: () => setUp('test') },
    { name: 'wasm build', run: buildWasm },
    { name: 'peers', run: () => ensureModulesOf('bench', '--ignore-scripts') },
    { name: 'bench', run: () => bench(shapes, options) },
  ];
}
