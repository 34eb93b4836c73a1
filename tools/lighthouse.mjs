// SPDX-License-Identifier: MIT
// `npm run lighthouse`: runs Lighthouse's mobile audits of the built site in headless Chromium. Fails if the score of a
// category is below its target.
import { join } from 'node:path';
import { compressed } from './bench/compressed.mjs';
import { circumstances, told, writeResult } from './bench/results.mjs';
import { markdownTable } from './bench/table.mjs';
import { buildSite } from './build.mjs';
import { SITE_STEPS, withSite } from './launch.mjs';
import { Failure, freePort, ROOT } from './process.mjs';
import { ensureModulesOf } from './setup/node-modules.mjs';

const FOLDER = 'bench/lighthouse';
const MODULE = join(ROOT, FOLDER, 'node_modules/lighthouse/core/index.js');
const PAGES = { home: 'en/', softmax: 'en/softmax/', 'multi-head': 'en/multi-head/' };
/** The lowest accepted score of each category, in percent. */
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** Audits without a target, whose values are only printed. Lighthouse simulates a phone on a slow network. */
const TIMES = [
  'first-contentful-paint',
  'largest-contentful-paint',
  'total-blocking-time',
  'cumulative-layout-shift',
];
/** The number of runs for each page. The run with the median performance score counts, because scores vary. */
const RUNS = 3;

/** The score of a category in percent. @param {any} run @param {string} category */
const scoreOf = ({ categories }, category) => Math.round(categories[category].score * 100);

/** Builds the site for the address of its local server and audits it. Then builds dist/ with the previous SITE_URL. */
async function auditPublished() {
  const served = await freePort();
  const { SITE_URL } = process.env;
  try {
    process.env.SITE_URL = `http://127.0.0.1:${served}/`;
    await buildSite();
    await audit(served);
  } finally {
    delete process.env.SITE_URL;
    Object.assign(process.env, SITE_URL && { SITE_URL });
    await buildSite();
  }
}

/** @param {number} served  the port of the site */
async function audit(served) {
  const now = circumstances();
  const port = await freePort();
  const { default: lighthouse } = await import(MODULE);
  const options = { port, logLevel: 'error', onlyCategories: Object.keys(TARGETS) };
  /** @type {{name: string, runs: any[]}[]} */
  const pages = [];
  await withSite(
    async (_, url) => {
      for (const [name, path] of Object.entries(PAGES)) {
        const runs = [];
        for (let i = 0; i < RUNS; i++) {
          const { lhr } = await lighthouse(url + path, options);
          if (lhr.runtimeError) throw new Failure(`${name}: ${lhr.runtimeError.message}`);
          runs.push(lhr);
        }
        runs.sort((a, b) => scoreOf(a, 'performance') - scoreOf(b, 'performance'));
        pages.push({ name, runs });
      }
    },
    [`--remote-debugging-port=${port}`],
    [compressed()],
    served,
  );
  const targets = Object.entries(TARGETS);
  const middle = pages.map(({ name, runs }) => ({ name, run: runs[RUNS >> 1] }));
  const rows = middle.map(({ name, run }) => [
    name,
    ...targets.map(([category]) => `${scoreOf(run, category)}`),
    ...TIMES.map((id) => run.audits[id].displayValue),
  ]);
  const parts = [
    `# Lighthouse ${middle[0]?.run.lighthouseVersion}`,
    told(now),
    `The mobile audits, with a simulated phone on a slow network. The table shows the run with the median performance score, of ${RUNS}. Targets: ${targets.map((target) => target.join(' ')).join(', ')}.`,
    markdownTable(['page', ...Object.keys(TARGETS), ...TIMES], rows),
  ];
  const result = { ...now, pages };
  writeResult('lighthouse', result, `${parts.join('\n\n')}\n`);
  const missed = middle.flatMap(({ name, run }) =>
    targets
      .filter(([category, target]) => scoreOf(run, category) < target)
      .map(
        ([category, target]) => `${name}: ${category} ${scoreOf(run, category)} (target ${target})`,
      ),
  );
  if (missed.length > 0) throw new Failure(missed.join('\n'));
}

export const steps = () => [
  ...SITE_STEPS,
  { name: 'lighthouse install', run: () => ensureModulesOf(FOLDER, '--ignore-scripts') },
  { name: 'lighthouse', run: auditPublished },
];
