// SPDX-License-Identifier: MIT
// `npm run lighthouse`: runs Lighthouse's mobile audits of the built site in headless Chromium. Fails if the score of a
// category is below its target.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compressed } from './bench/compressed.mjs';
import { circumstances, told, writeResult } from './bench/results.mjs';
import { markdownTable } from './bench/table.mjs';
import { buildSite } from './build.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { Failure, ROOT } from './process.mjs';
import { ensureModulesOf } from './setup/node-modules.mjs';
import { runAndExit } from './steps.mjs';

const FOLDER = 'bench/lighthouse';
const MODULE = join(ROOT, FOLDER, 'node_modules/lighthouse/core/index.js');
const PAGES = { home: 'en/', softmax: 'en/softmax/', 'multi-head': 'en/multi-head/' };
/** The lowest accepted score of each category, in percent. @type {Record<string, number>} */
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/**
 * Audits whose values are only printed, because they have no target. Lighthouse simulates a phone on a slow network.
 */
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
/**
 * The number of runs for each page. Scores vary between runs, so only the run with the median performance score counts.
 */
const RUNS = 3;

/** @returns {Promise<number>} a free TCP port of 127.0.0.1 */
const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
      server.close(() => resolve(port));
    });
  });

/**
 * @typedef {object} Run
 * @property {Record<string, number>} scores  of each category, in percent
 * @property {Record<string, {value: number, text: string}>} times  of each audit in TIMES
 * @typedef {{name: string, runs: Run[]}} Page
 */

/** @param {any} lhr  Lighthouse's result @returns {Run} */
const runOf = ({ categories, audits }) => ({
  scores: Object.fromEntries(
    Object.keys(TARGETS).map((id) => [id, Math.round(categories[id].score * 100)]),
  ),
  times: Object.fromEntries(
    TIMES.map((id) => [id, { value: audits[id].numericValue, text: audits[id].displayValue }]),
  ),
});

/** The run with the median performance score. @param {Page} page */
const middle = ({ runs }) =>
  /** @type {Run} */ (
    runs.toSorted((a, b) => Number(a.scores.performance) - Number(b.scores.performance))[RUNS >> 1]
  );

/** @param {import('./bench/results.mjs').Circumstances & {version: string, pages: readonly Page[]}} result */
function lighthouseReport({ version, pages, ...now }) {
  const rows = pages.map((page) => {
    const { scores, times } = middle(page);
    return [
      page.name,
      ...Object.keys(TARGETS).map((id) => `${scores[id]}`),
      ...TIMES.map((id) => times[id]?.text ?? ''),
    ];
  });
  const targets = Object.entries(TARGETS).map(([id, target]) => `${id} ${target}`);
  return `${[
    `# Lighthouse ${version}`,
    told(now),
    `The mobile audits, with a simulated phone on a slow network. The table shows the run with the median performance score, of ${RUNS}. Targets: ${targets.join(', ')}.`,
    markdownTable(['page', ...Object.keys(TARGETS), ...TIMES], rows),
  ].join('\n\n')}\n`;
}

/** Audits the site as it is published: built with its own address. Then `dist` is built as before. */
async function auditPublished() {
  const served = await freePort();
  const before = process.env.SITE_URL;
  try {
    process.env.SITE_URL = `http://127.0.0.1:${served}/`;
    await buildSite();
    await audit(served);
  } finally {
    if (before === undefined) delete process.env.SITE_URL;
    else process.env.SITE_URL = before;
    await buildSite();
  }
}

/** @param {number} served  the port of the site */
async function audit(served) {
  const now = circumstances();
  const port = await freePort();
  const { default: lighthouse } = await import(MODULE);
  /** @type {Page[]} */
  const pages = [];
  let version = '';
  await withSite(
    async (_, url) => {
      for (const [name, path] of Object.entries(PAGES)) {
        const runs = [];
        for (let i = 0; i < RUNS; i++) {
          const options = { port, logLevel: 'error', onlyCategories: Object.keys(TARGETS) };
          const { lhr } = await lighthouse(url + path, options);
          if (lhr.runtimeError) throw new Failure(`${name}: ${lhr.runtimeError.message}`);
          version = lhr.lighthouseVersion;
          runs.push(runOf(lhr));
        }
        pages.push({ name, runs });
      }
    },
    [`--remote-debugging-port=${port}`],
    [compressed()],
    served,
  );
  const result = { ...now, version, pages };
  writeResult('lighthouse', result, lighthouseReport(result));
  const missed = pages.flatMap((page) =>
    Object.entries(middle(page).scores)
      .filter(([category, score]) => score < (TARGETS[category] ?? 0))
      .map(
        ([category, score]) => `${page.name}: ${category} ${score} (target ${TARGETS[category]})`,
      ),
  );
  if (missed.length > 0) throw new Failure(missed.join('\n'));
}

await runAndExit([
  ...SITE_STEPS,
  { name: 'lighthouse install', run: () => ensureModulesOf(FOLDER, '--ignore-scripts') },
  { name: 'lighthouse', run: auditPublished },
]);
