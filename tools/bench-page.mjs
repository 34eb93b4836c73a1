// SPDX-License-Identifier: MIT
// `npm run bench:page` measures the built site in two ways, in one browser after the other. It drags each control of
// each lesson and measures the time from an input event to its painted frame. For a first visit, it measures the times
// to the first paint and to the first result, and the bytes sent. A slow time is not a failure.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { preview } from 'vite';
import { readPageArguments, USAGE_PAGE } from './bench/arguments.mjs';
import { command } from './bench/command.mjs';
import { compressed } from './bench/page/compressed.mjs';
import { dragAll } from './bench/page/drags.mjs';
import { measureRest, partOf, resumed } from './bench/page/resume.mjs';
import { counted } from './bench/page/sent.mjs';
import { pageReport } from './bench/page/table.mjs';
import { START } from './bench/page/tabs.mjs';
import { visit, WATCH_SCRIPT } from './bench/page/visit.mjs';
import { progress } from './bench/progress.mjs';
import { circumstances, saveResult, writeResult } from './bench/results.mjs';
import { SITE_STEPS } from './chromium.mjs';
import { ROOT } from './process.mjs';

/** @typedef {import('./bench/page/table.mjs').PageResult} PageResult */

const FULL = { rounds: 3, events: 40, visits: 5 };
const QUICK = { rounds: 1, events: 12, visits: 2 };

/** @param {import('./bench/arguments.mjs').PageOptions} options */
async function bench(options) {
  const { parts, against, isQuick, resume } = options;
  /** @type {PageResult} */
  const empty = { ...circumstances(), isQuick, against, drags: [], visits: [] };
  const result = resume ? resumed(empty, JSON.parse(readFileSync(resume, 'utf8'))) : empty;
  const kind = `-page${isQuick ? '-quick' : ''}`;
  const save = () => saveResult(kind, result, pageReport(result));
  if (parts.includes('drags')) await measureDrags(options, result, save);
  if (parts.includes('visits')) await measureVisits(options, result, save);
  writeResult(kind, result, pageReport(result));
}

/** @typedef {(options: import('./bench/arguments.mjs').PageOptions, result: PageResult, save: () => void) => Promise<void>} Measure */

/** @type {Measure} */
const measureDrags = ({ lessons, browsers, against, rounds, isQuick }, { drags }, save) =>
  withServers(['dist', ...(against ? [resolve(against)] : [])], [], async (urls) => {
    const usual = isQuick ? QUICK : FULL;
    const counts = { ...usual, rounds: rounds ?? usual.rounds };
    for (const browser of browsers) {
      const { version, tab, close } = await START[browser]();
      const { controls } = partOf(drags, { browser: version, controls: [] });
      try {
        await measureRest(lessons, controls, (one) => dragAll(tab, urls, one, counts), save);
      } finally {
        progress('');
        await close();
      }
    }
  });

/** @type {Measure} */
async function measureVisits({ lessons, browsers, rounds, isQuick }, { visits }, save) {
  const { plugin, sent } = counted();
  const count = rounds ?? (isQuick ? QUICK : FULL).visits;
  await withServers(['dist'], [plugin, compressed(WATCH_SCRIPT)], async ([url = '']) => {
    for (const browser of browsers) {
      const { version, fresh, close } = await START[browser]();
      const part = partOf(visits, { browser: version, lessons: [] });
      try {
        // These visits are not measured. They make the server compress every file before the first measured visit.
        for (const lesson of lessons) await visit(fresh, url, lesson, sent);
        const measure = async (/** @type {string} */ lesson) => {
          const all = [];
          for (let round = 1; round <= count; round++) {
            progress(`${browser}: visit ${round}/${count} to ${lesson}`);
            all.push(await visit(fresh, url, lesson, sent));
          }
          return [{ lesson, visits: all }];
        };
        await measureRest(lessons, part.lessons, measure, save);
      } finally {
        progress('');
        await close();
      }
    }
  });
}

/**
 * Serves built sites while `use` runs.
 * @template Result
 * @param {string[]} folders  the sites' folders, relative to the repository or absolute
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
