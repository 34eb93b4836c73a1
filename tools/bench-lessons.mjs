// SPDX-License-Identifier: MIT
// `npm run lessons`: prints for each lesson of scenes and each language its words, the heights of its steps in headless
// Chromium, and the budgets that it misses. A missed budget is not a failure.
import { lessonsReport } from './bench/lessons.mjs';
import { progress } from './bench/progress.mjs';
import { SITE_STEPS, withSite } from './chromium.mjs';
import { SCENE_LESSONS } from './lesson-list.mjs';
import { runAndExit } from './steps.mjs';
import { completeLanguages } from './translations.mjs';

const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** Runs in the page: the visible words of each step, the heights of steps and lesson in pixels, and the figure's share. */
function look() {
  const steps = [...document.querySelectorAll('[data-step]')];
  const height = (/** @type {Element | null} */ element) =>
    Math.round(element?.getBoundingClientRect().height ?? 0);
  const stage = document.querySelector('.scene-stage svg')?.getBoundingClientRect();
  return {
    texts: steps.map(
      (step) => /** @type {HTMLElement | null} */ (step.querySelector('.prose'))?.innerText ?? '',
    ),
    lesson: height(document.querySelector('.scenes')),
    steps: steps.map(height),
    figure: stage && (stage.width * stage.height) / (innerWidth * innerHeight),
  };
}

const benchLessons = () =>
  withSite(async (browser, url) => {
    /** @type {import('./bench/lessons.mjs').Measured[]} */
    const measured = [];
    for (const id of SCENE_LESSONS)
      for (const language of completeLanguages()) {
        progress(`looks at ${id} (${language})`);
        const seen = [];
        for (const viewport of WINDOWS) {
          const page = await browser.newPage({ viewport });
          await page.goto(`${url}${language}/${id}/`);
          await page.locator('al-scenes .scene-picture svg').first().waitFor();
          await page.evaluate(() => document.fonts.ready.then(() => undefined));
          await page.waitForLoadState('networkidle');
          seen.push({ width: viewport.width, ...(await page.evaluate(look)) });
          await page.close();
        }
        measured.push({ id, language, texts: seen.at(-1)?.texts ?? [], places: seen });
      }
    progress('');
    console.log(lessonsReport(measured));
  });

await runAndExit([...SITE_STEPS, { name: 'lessons', run: benchLessons }]);
