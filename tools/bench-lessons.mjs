// SPDX-License-Identifier: MIT
// `npm run lessons`: prints for each lesson the size of its sources, its number of words, the heights of its page and
// of its figure in headless Chromium, and the targets that it misses. A missed target is not a failure.
import { measure } from './bench/lessons/measure.mjs';
import { lessonsReport } from './bench/lessons/report.mjs';
import { progress } from './bench/progress.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { LESSONS, SCENE_LESSONS } from './lesson-list.mjs';
import { runSteps } from './steps.mjs';

async function benchLessons() {
  /** @type {import('./bench/lessons/report.mjs').Measured[]} */
  const measured = [];
  await withSite(async (browser, url) => {
    // The tests of scenes (tests/browser/scenes.test.ts) hold the budgets of the other lessons.
    for (const lesson of LESSONS.filter(({ id }) => !SCENE_LESSONS.includes(id))) {
      progress(`looks at ${lesson.id}`);
      measured.push(await measure(browser, url, lesson));
    }
  });
  progress('');
  console.log(lessonsReport(measured));
}

const { ok } = await runSteps([...SITE_STEPS, { name: 'lessons', run: benchLessons }]);
process.exitCode = ok ? 0 : 1;
