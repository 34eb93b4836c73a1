// SPDX-License-Identifier: MIT
// `npm run lessons`: prints for each lesson of scenes and each language its words, the heights of its steps in headless
// Chromium, and the budgets that it misses. A missed budget is not a failure.
import { measure } from './bench/lessons/measure.mjs';
import { lessonsReport } from './bench/lessons/report.mjs';
import { progress } from './bench/progress.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { SCENE_LESSONS } from './lesson-list.mjs';
import { runAndExit } from './steps.mjs';
import { completeLanguages } from './translations.mjs';

async function benchLessons() {
  /** @type {import('./bench/lessons/report.mjs').Measured[]} */
  const measured = [];
  await withSite(async (browser, url) => {
    for (const id of SCENE_LESSONS)
      for (const language of completeLanguages()) {
        progress(`looks at ${id} (${language})`);
        measured.push(await measure(browser, url, id, language));
      }
  });
  progress('');
  console.log(lessonsReport(measured));
}

await runAndExit([...SITE_STEPS, { name: 'lessons', run: benchLessons }]);
