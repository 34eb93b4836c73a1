// SPDX-License-Identifier: MIT

/**
 * @typedef {import('./report.mjs').Measured} Measured
 * @typedef {import('./report.mjs').Place} Place
 */

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

/**
 * Opens a lesson of scenes in a language in each window of WINDOWS and measures it there.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url  the site's address
 * @param {string} id
 * @param {string} language
 * @returns {Promise<Measured>}
 */
export async function measure(browser, url, id, language) {
  /** @type {readonly string[]} */
  let texts = [];
  /** @type {Place[]} */
  const places = [];
  for (const viewport of WINDOWS) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${url}${language}/${id}/`);
    await page.locator('al-scenes .scene-picture svg').first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(look);
    texts = seen.texts;
    const { lesson, steps, figure } = seen;
    places.push({ width: viewport.width, lesson, steps, figure });
    await page.close();
  }
  return { id, language, texts, places };
}
