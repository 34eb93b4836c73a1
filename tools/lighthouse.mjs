// SPDX-License-Identifier: MIT
// `npm run lighthouse`: runs Lighthouse's mobile audits of the built site in headless Chromium. Fails if the score of a
// category is below its target.
import { createServer } from 'node:net';
import { join } from 'node:path';
import { compressed } from './bench/page/compressed.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { Failure, ROOT } from './process.mjs';
import { ensureNodeModules } from './setup/node-modules.mjs';
import { runSteps } from './steps.mjs';

const FOLDER = join(ROOT, 'bench/lighthouse');
const MODULE = join(FOLDER, 'node_modules/lighthouse/core/index.js');
const PAGES = { home: '', softmax: '#/softmax', 'multi-head': '#/multi-head' };
/** The lowest accepted score of each category, in percent. @type {Record<string, number>} */
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100 };
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

/** @param {readonly any[]} reports @returns {any} the report with the median performance score */
const middle = (reports) =>
  reports.toSorted((a, b) => a.categories.performance.score - b.categories.performance.score)[
    RUNS >> 1
  ];

async function audit() {
  const port = await freePort();
  const { default: lighthouse } = await import(MODULE);
  /** @type {string[]} */
  const missed = [];
  await withSite(
    async (_, url) => {
      for (const [name, hash] of Object.entries(PAGES)) {
        const reports = [];
        for (let i = 0; i < RUNS; i++) {
          const options = { port, logLevel: 'error', onlyCategories: Object.keys(TARGETS) };
          const { lhr } = await lighthouse(url + hash, options);
          if (lhr.runtimeError) throw new Failure(`${name}: ${lhr.runtimeError.message}`);
          reports.push(lhr);
        }
        const { categories, audits } = middle(reports);
        for (const [category, target] of Object.entries(TARGETS)) {
          const score = Math.round(categories[category].score * 100);
          const line = `${name}: ${category} ${score} (target ${target})`;
          console.log(line);
          if (score < target) missed.push(line);
        }
        console.log(`  ${TIMES.map((id) => `${id} ${audits[id].displayValue}`).join(', ')}`);
      }
    },
    [`--remote-debugging-port=${port}`],
    [compressed()],
  );
  if (missed.length > 0) throw new Failure(missed.join('\n'));
}

const { ok } = await runSteps([
  ...SITE_STEPS,
  { name: 'lighthouse install', run: () => ensureNodeModules(FOLDER, ['ci', '--ignore-scripts']) },
  { name: 'lighthouse', run: audit },
]);
process.exitCode = ok ? 0 : 1;
