// SPDX-License-Identifier: MIT
// `npm run lessons`: measures the length, the words and the heights of each lesson in headless Chromium, on the built
// site. It prints them beside the targets and fails on none.
import { measure } from './bench/lessons/measure.mjs';
import { lessonsReport } from './bench/lessons/report.mjs';
import { progress } from './bench/progress.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { LESSONS } from './lessons.mjs';
import { runSteps } from './steps.mjs';

async function benchLessons() {
  /** @type {import('./bench/lessons/report.mjs').Measured[]} */
  const measured = [];
  await withSite(async (browser, url) => {
    for (const lesson of LESSONS) {
      progress(`looks at ${lesson.id}`);
      measured.push(await measure(browser, url, lesson));
    }
  });
  progress('');
  console.log(lessonsReport(measured));
}

const { ok } = await runSteps([...SITE_STEPS, { name: 'lessons', run: benchLessons }]);
process.exitCode = ok ? 0 : 1;
