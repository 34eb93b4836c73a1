// SPDX-License-Identifier: MIT
// `npm run bench`: this library beside those that others would use, in headless browsers; cpp/bench/README.md says how
// to read what it writes. It judges outputs, and ends with 1 where one is wrong; it does not judge speed.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, loadavg, release, type } from 'node:os';
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import { readArguments, USAGE } from './bench/arguments.mjs';
import { OURS, PEAK } from './bench/peers.mjs';
import { referenceOf } from './bench/reference.mjs';
import { FULL, measureShape, QUICK } from './bench/rounds.mjs';
import { BENCH, buildPages, withPages } from './bench/serve.mjs';
import { spread } from './bench/statistics.mjs';
import { bestForm, digits, report } from './bench/table.mjs';
import { findBrowsers } from './browsers.mjs';
import { buildWasm } from './build.mjs';
import { capture, Failure, ROOT, run } from './process.mjs';
import { setUp } from './setup.mjs';
import { runSteps } from './steps.mjs';

/**
 * @typedef {import('./bench/arguments.mjs').Options} Options
 * @typedef {import('./bench/arguments.mjs').BrowserName} BrowserName
 * @typedef {import('./bench/peers.mjs').Peer} Peer
 */

const NAMES = { chromium: 'Chromium', firefox: 'Firefox' };

/** Versions by folder, of a lock file of npm or of what it notes of an installation. @param {string} path */
function lockedVersions(path) {
  const { packages } = JSON.parse(readFileSync(path, 'utf8'));
  return Object.keys(packages)
    .filter((folder) => folder !== '')
    .map((folder) => `${folder} ${packages[folder].version}`)
    .sort()
    .join();
}

/** The peers are the bench's own dependencies: they come when it is first run, and when they change. */
async function installPeers() {
  const installed = join(BENCH, 'node_modules/.package-lock.json');
  const wanted = lockedVersions(join(BENCH, 'package-lock.json'));
  if (existsSync(installed) && lockedVersions(installed) === wanted) return;
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: BENCH });
}

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
        // Its clock is otherwise as coarse as a short call is long.
        firefoxUserPrefs: { 'privacy.reduceTimerPrecision': false },
      });

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 * @param {readonly Peer[]} peers
 * @returns {Promise<Map<Peer, import('playwright-core').Page | string>>}
 */
async function openPages(browser, url, peers) {
  const pages = new Map();
  for (const peer of peers) {
    const page = await browser.newPage();
    /** @type {string[]} */
    const problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${url}page/${peer.id}`, { waitUntil: 'load' });
    const isReady = await page.evaluate(() => 'candidate' in globalThis);
    pages.set(peer, isReady ? page : (problems[0] ?? 'its page did not start'));
  }
  return pages;
}

/** @param {string} text */
function progress(text) {
  if (process.stdout.isTTY) process.stdout.write(`\r\x1b[K${text}`);
}

/**
 * @param {BrowserName} name
 * @param {string} executablePath
 * @param {string} url
 * @param {Options} options
 * @returns {Promise<import('./bench/table.mjs').BrowserResult>}
 */
async function benchBrowser(name, executablePath, url, { shapes, peers, isQuick }) {
  const browser = await launch(name, executablePath);
  try {
    const pages = await openPages(browser, url, [...OURS, PEAK, ...peers]);
    const results = [];
    for (const [index, { id }] of shapes.entries()) {
      const title = `${NAMES[name]} ${browser.version()}  ${index + 1}/${shapes.length}  ${id}`;
      progress(`${title}  warming up`);
      const measured = await measureShape(pages, id, isQuick ? QUICK : FULL, (done, rounds) =>
        progress(`${title}  round ${done}/${rounds}`),
      );
      progress('');
      const best = [...OURS, ...peers].map((peer) => {
        const form = bestForm(measured, peer.id);
        return `${peer.name} ${form ? digits(spread(form.ms).median) : '–'}`;
      });
      console.log(`${title}  ms: ${best.join(', ')}`);
      for (const { peer, form, problem } of measured)
        if (problem !== undefined) console.log(`  ${peer} ${form}: ${problem}`);
      results.push({ shape: id, measured });
    }
    return { name: NAMES[name], version: browser.version(), shapes: results };
  } finally {
    await browser.close();
  }
}

/** @param {Options} options */
async function bench(options) {
  const { shapes, peers, isQuick } = options;
  const load = loadavg()[0] ?? 0;
  const found = findBrowsers();
  console.log('computing what the outputs are compared with');
  const references = new Map(
    shapes.map((shape) => {
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

  const date = new Date().toISOString();
  const result = {
    date,
    isQuick,
    machine: {
      processor: cpus()[0]?.model.trim() ?? 'unknown processor',
      cores: availableParallelism(),
      system: `${type()} ${release()}`,
      node: process.version.slice(1),
      load,
    },
    commit: capture('git', ['-C', ROOT, 'describe', '--always', '--dirty']) || 'unknown',
    versions: Object.fromEntries(peers.map(({ name, npm }) => [name, versionOf(npm ?? '')])),
    browsers,
  };
  const text = report(result);
  const stem = join(
    BENCH,
    'results',
    `${date.slice(0, 16).replace(':', '')}${isQuick ? '-quick' : ''}`,
  );
  mkdirSync(join(BENCH, 'results'), { recursive: true });
  writeFileSync(`${stem}.json`, `${JSON.stringify(result, undefined, 1)}\n`);
  writeFileSync(`${stem}.md`, text);
  console.log(`\n${text}\nWritten to ${stem}.json and ${stem}.md`);

  const wrong = browsers
    .flatMap(({ shapes: all }) => all.flatMap(({ measured }) => measured))
    .filter(({ isWrong }) => isWrong);
  if (wrong.length) throw new Failure(`${wrong.length} outputs were wrong`);
}

/** @param {string} npm */
const versionOf = (npm) =>
  JSON.parse(readFileSync(join(BENCH, 'node_modules', npm, 'package.json'), 'utf8')).version;

try {
  const options = readArguments(process.argv.slice(2));
  const { ok } = await runSteps([
    { name: 'set-up', run: () => setUp('test') },
    { name: 'wasm build', run: buildWasm },
    { name: 'peers', run: installPeers },
    { name: 'pages', run: () => buildPages([...OURS, PEAK, ...options.peers]) },
    { name: 'bench', run: () => bench(options) },
  ]);
  process.exitCode = ok ? 0 : 1;
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`${error.message}\n\n${USAGE}`);
  process.exitCode = 2;
}
