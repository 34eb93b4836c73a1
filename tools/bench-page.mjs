// SPDX-License-Identifier: MIT
// `npm run bench:page` measures the built site in two ways, in one browser after the other. It drags each control of
// each lesson and measures the time from an input event to its painted frame. For a first visit, it measures the times
// to the first paint and to the first result, and the bytes sent. No time is a failure.
import { resolve } from 'node:path';
import { preview } from 'vite';
import { readPageArguments, USAGE_PAGE } from './bench/arguments.mjs';
import { command } from './bench/command.mjs';
import { compressed } from './bench/page/compressed.mjs';
import { dragAll } from './bench/page/drags.mjs';
import { counted } from './bench/page/sent.mjs';
import { pageReport } from './bench/page/table.mjs';
import { START } from './bench/page/tabs.mjs';
import { visit, WATCH_SCRIPT } from './bench/page/visit.mjs';
import { progress } from './bench/progress.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { shuffled } from './bench/statistics.mjs';
import { SITE_STEPS } from './chromium.mjs';
import { ROOT } from './process.mjs';

/** @typedef {import('./bench/arguments.mjs').PageBrowser} PageBrowser */

const FULL = { rounds: 3, events: 40, visits: 5 };
const QUICK = { rounds: 1, events: 12, visits: 2 };

/** @param {import('./bench/arguments.mjs').PageOptions} options */
async function bench({ lessons, parts, browsers, against, isQuick }) {
  const now = circumstances();
  const counts = isQuick ? QUICK : FULL;
  const drags = parts.includes('drags')
    ? await measureDrags(lessons, browsers, against, counts)
    : [];
  const visits = parts.includes('visits')
    ? await measureVisits(lessons, browsers, counts.visits)
    : [];
  const result = { ...now, isQuick, against, drags, visits };
  writeResult(`-page${isQuick ? '-quick' : ''}`, result, pageReport(result));
}

/**
 * @param {readonly string[]} lessons
 * @param {readonly PageBrowser[]} browsers
 * @param {string | undefined} against  the folder of another built site, measured in the same rounds
 * @param {{rounds: number, events: number}} counts  events: number of input events of each drag
 */
const measureDrags = (lessons, browsers, against, counts) =>
  withServers(['dist', ...(against ? [resolve(against)] : [])], [], async (urls) => {
    const measured = [];
    for (const browser of browsers) measured.push(await dragAll(browser, urls, lessons, counts));
    return measured;
  });

/**
 * @param {readonly string[]} lessons
 * @param {readonly PageBrowser[]} browsers
 * @param {number} rounds
 */
async function measureVisits(lessons, browsers, rounds) {
  const { plugin, sent } = counted();
  return withServers(['dist'], [plugin, compressed(WATCH_SCRIPT)], async ([url = '']) => {
    const measured = [];
    for (const browser of browsers) {
      const { version, fresh, close } = await START[browser]();
      const visited = lessons.map((lesson) => ({
        lesson,
        visits: /** @type {import('./bench/page/visit.mjs').Visit[]} */ ([]),
      }));
      try {
        // These visits are not measured. They make the server compress every file before the first measured visit.
        for (const lesson of lessons) await visit(fresh, url, lesson, sent);
        for (let round = 1; round <= rounds; round++)
          for (const { lesson, visits } of shuffled(visited)) {
            progress(`${browser}, round ${round}/${rounds}: visits ${lesson}`);
            visits.push(await visit(fresh, url, lesson, sent));
          }
      } finally {
        progress('');
        await close();
      }
      measured.push({ browser: version, lessons: visited });
    }
    return measured;
  });
}

/**
 * Serves built sites while `use` runs.
 * @template Result
 * @param {string[]} folders  of the sites, relative to the repository or absolute
 * @param {import('vite').Plugin[]} plugins  Vite plugins that change how the sites are served
 * @param {(urls: string[]) => Promise<Result>} use  receives the addresses of the sites
 */
async function withServers(folders, plugins, use) {
  const servers = await Promise.all(
    folders.map((folder) =>
      preview({
        root: ROOT,
        plugins,
        build: { outDir: resolve(ROOT, folder) },
        preview: { port: 0, host: '127.0.0.1' },
      }),
    ),
  );
  try {
    return await use(servers.map(({ resolvedUrls }) => resolvedUrls?.local[0] ?? ''));
  } finally {
    await Promise.all(servers.map((server) => server.close()));
  }
}

await command(readPageArguments, USAGE_PAGE, (options) => [
  ...SITE_STEPS,
  { name: 'bench:page', run: () => bench(options) },
]);
