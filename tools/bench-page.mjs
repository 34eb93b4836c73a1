// SPDX-License-Identifier: MIT
// `npm run bench:page` drags each control of each lesson of the built site, in one browser after the other. Measures
// the time from an input event to its painted frame. A slow time is not a failure.
import { resolve } from 'node:path';
import { preview } from 'vite';
import { readOptions, usageOf } from './bench/options.mjs';
import { dragAll } from './bench/page/drags.mjs';
import { pageReport } from './bench/page/table.mjs';
import { start } from './bench/page/tabs.mjs';
import { circumstances, progress, writeResult } from './bench/results.mjs';
import { SITE_STEPS } from './launch.mjs';
import { LESSON_IDS } from './lesson-list.mjs';
import { ROOT, WEB } from './process.mjs';

const OPTIONS = {
  lessons: LESSON_IDS,
  browsers: /** @type {const} */ (['chromium', 'firefox', 'webkit']),
  /** The folder of another built site, whose drags are measured in the same rounds. */
  against: '',
  quick: /** @type {const} */ (false),
};
export const usage = usageOf(OPTIONS);
const FULL = { rounds: 3, events: 40 };
const QUICK = { rounds: 1, events: 12 };

/** @param {import('./bench/options.mjs').Values<typeof OPTIONS>} options */
async function bench({ lessons, browsers, against, quick }) {
  /** @type {import('./bench/page/table.mjs').PageResult & {quick: boolean}} */
  const result = { ...circumstances(), quick, against, drags: [] };
  const folders = ['dist', ...(against ? [against] : [])].map((folder) => resolve(ROOT, folder));
  const servers = await Promise.all(
    folders.map((outDir) =>
      preview({ root: WEB, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } }),
    ),
  );
  const urls = servers.map(({ resolvedUrls }) => resolvedUrls?.local[0] ?? '');
  try {
    for (const name of browsers) {
      const { version: browser, tab, close } = await start(name);
      const controls = [];
      for (const lesson of lessons)
        controls.push(...(await dragAll(tab, urls, lesson, quick ? QUICK : FULL)));
      progress('');
      await close();
      result.drags.push({ browser, controls });
      // The result of each browser is kept if the next one fails.
      writeResult('page', result, pageReport(result));
    }
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/** @param {string[]} args */
export function steps(args) {
  const options = readOptions(OPTIONS, args);
  return [...SITE_STEPS, { name: 'bench:page', run: () => bench(options) }];
}
