// SPDX-License-Identifier: MIT
// `npm run bench:page` measures the built site in two ways. It drags each control of each lesson and measures the time
// from an input event to its painted frame. For a first visit, it measures the time to the first result and the bytes
// sent. No time is a failure.
import { resolve } from 'node:path';
import { preview } from 'vite';
import { readPageArguments, USAGE_PAGE } from './bench/arguments.mjs';
import { command } from './bench/command.mjs';
import { compressed } from './bench/page/compressed.mjs';
import { dragAll } from './bench/page/drags.mjs';
import { counted } from './bench/page/sent.mjs';
import { pageReport } from './bench/page/table.mjs';
import { visit } from './bench/page/visit.mjs';
import { progress } from './bench/progress.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { shuffled } from './bench/statistics.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { ROOT } from './process.mjs';

const FULL = { rounds: 3, events: 40, visits: 5 };
const QUICK = { rounds: 1, events: 12, visits: 2 };

/** @param {import('./bench/arguments.mjs').PageOptions} options */
async function bench({ lessons, parts, browsers, against, isQuick }) {
  const now = circumstances();
  const counts = isQuick ? QUICK : FULL;
  const drags = parts.includes('drags')
    ? await measureDrags(lessons, browsers, against, counts)
    : [];
  const visits = parts.includes('visits') ? await measureVisits(lessons, counts.visits) : undefined;
  const result = { ...now, isQuick, against, drags, visits };
  writeResult(`-page${isQuick ? '-quick' : ''}`, result, pageReport(result));
}

/**
 * @param {readonly string[]} lessons
 * @param {readonly import('./bench/arguments.mjs').PageBrowser[]} browsers
 * @param {string | undefined} against  the folder of another built site, measured in the same rounds
 * @param {{rounds: number, events: number}} counts  events: number of input events of each drag
 */
async function measureDrags(lessons, browsers, against, counts) {
  const folders = [resolve(ROOT, 'dist'), ...(against ? [resolve(against)] : [])];
  const servers = await Promise.all(
    folders.map((outDir) =>
      preview({ root: ROOT, build: { outDir }, preview: { port: 0, host: '127.0.0.1' } }),
    ),
  );
  try {
    const urls = servers.map(({ resolvedUrls }) => resolvedUrls?.local[0] ?? '');
    /** @type {import('./bench/page/drags.mjs').Drags[]} */
    const measured = [];
    for (const browser of browsers) measured.push(await dragAll(browser, urls, lessons, counts));
    return measured;
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

/**
 * @param {readonly string[]} lessons
 * @param {number} rounds
 */
async function measureVisits(lessons, rounds) {
  const visited = lessons.map((lesson) => ({
    lesson,
    visits: /** @type {import('./bench/page/visit.mjs').Visit[]} */ ([]),
  }));
  let version = '';
  const { plugin, sent } = counted();
  await withSite(
    async (browser, url) => {
      version = `Chromium ${browser.version()}`;
      // These visits are not measured. They make the server compress every file before the first measured visit.
      for (const lesson of lessons) await visit(browser, url, lesson, sent);
      for (let round = 1; round <= rounds; round++)
        for (const { lesson, visits } of shuffled(visited)) {
          progress(`round ${round}/${rounds}: visits ${lesson}`);
          visits.push(await visit(browser, url, lesson, sent));
        }
      progress('');
    },
    ['--disable-frame-rate-limit', '--disable-gpu-vsync'],
    [plugin, compressed()],
  );
  return { browser: version, lessons: visited };
}

await command(readPageArguments, USAGE_PAGE, (options) => [
  ...SITE_STEPS,
  { name: 'bench:page', run: () => bench(options) },
]);
