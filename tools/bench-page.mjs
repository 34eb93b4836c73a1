// SPDX-License-Identifier: MIT
// `npm run bench:page`: for each lesson the time from an event to its painted frame while dragging, and of a first visit the
// time to the first result and what is sent, in headless Chromium on the built site. It judges nothing: speed is not a test.
import { readPageArguments, USAGE_PAGE } from './bench/arguments.mjs';
import { command } from './bench/command.mjs';
import { compressed } from './bench/page/compressed.mjs';
import { CONTROLS } from './bench/page/controls.mjs';
import { drag } from './bench/page/drag.mjs';
import { counted } from './bench/page/sent.mjs';
import { pageReport } from './bench/page/table.mjs';
import { visit } from './bench/page/visit.mjs';
import { progress } from './bench/progress.mjs';
import { circumstances, writeResult } from './bench/results.mjs';
import { shuffled } from './bench/statistics.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';

const FULL = { rounds: 5, events: 60 };
const QUICK = { rounds: 2, events: 20 };
// Frames are not held back to a screen's rate: the figure is the page's work, not its wait for a frame.
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/** @param {import('./bench/arguments.mjs').PageOptions} options */
async function bench({ lessons, isQuick }) {
  const now = circumstances();
  const { rounds, events } = isQuick ? QUICK : FULL;
  const dragged = CONTROLS.filter(({ lesson }) => lessons.includes(lesson)).map((control) => ({
    control,
    lesson: control.lesson,
    name: control.name,
    rounds: /** @type {number[][]} */ ([]),
  }));
  const visited = lessons.map((lesson) => ({
    lesson,
    visits: /** @type {import('./bench/page/visit.mjs').Visit[]} */ ([]),
  }));
  let version = '';
  const { plugin, sent } = counted();
  await withSite(
    async (browser, url) => {
      version = `Chromium ${browser.version()}`;
      // The server reads and compresses each file once.
      for (const lesson of lessons) await visit(browser, url, lesson, sent);
      for (let round = 1; round <= rounds; round++) {
        for (const { lesson, visits } of shuffled(visited)) {
          progress(`round ${round}/${rounds}: visits ${lesson}`);
          visits.push(await visit(browser, url, lesson, sent));
        }
        const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
        for (const { control, rounds: times } of shuffled(dragged)) {
          progress(`round ${round}/${rounds}: drags ${control.name} of ${control.lesson}`);
          times.push(await drag(page, url, control, events));
        }
        await page.close();
        progress('');
        console.log(`round ${round}/${rounds} done`);
      }
    },
    UNTHROTTLED,
    [plugin, compressed()],
  );
  const result = {
    ...now,
    isQuick,
    browser: version,
    dragged: dragged.map(({ control: _, ...each }) => each),
    visited,
  };
  writeResult(`-page${isQuick ? '-quick' : ''}`, result, pageReport(result));
}

await command(readPageArguments, USAGE_PAGE, (options) => [
  ...SITE_STEPS,
  { name: 'bench:page', run: () => bench(options) },
]);
