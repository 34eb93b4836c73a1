// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { countWords } from './report.mjs';

/**
 * @typedef {import('../../lesson-list.mjs').Lesson} Lesson
 * @typedef {import('./report.mjs').Place} Place
 */

export const WINDOWS = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
];

/** The number of files and of lines in a folder, including subfolders. @param {string} folder */
export function folderSize(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
  const lines = files.reduce((sum, text) => sum + text.trimEnd().split('\n').length, 0);
  return { files: files.length, lines };
}

/**
 * Runs in the page: collects the visible text of the lesson, without figures and formulas. Counts its beats (passages)
 * and measures in pixels the height of the page and of the sticky stage (the figure with its controls).
 */
function look() {
  const lesson = document.querySelector('.lesson');
  if (lesson === null) throw new Error('there is no lesson on the page');
  const texts = [];
  const walk = document.createTreeWalker(lesson, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const above = walk.currentNode.parentElement;
    if (above?.checkVisibility() && !above.closest('svg, math, .visually-hidden'))
      texts.push(walk.currentNode.textContent);
  }
  // On wide screens, the sticky element is .course-stage, which contains the title and the stage (the figure with its
  // controls). On phones, it is only .stage.
  const stages = ['.course-stage', '.stage'].map((part) => lesson.querySelector(part));
  const heights = stages.map((stage) => stage?.getBoundingClientRect().height ?? 0);
  return {
    text: texts.join(' '),
    page: document.documentElement.scrollHeight,
    stage: Math.round(heights.find((height) => height > 0) ?? 0),
    beats: lesson.querySelectorAll('.beat').length,
  };
}

/**
 * Runs in the page: clicks on the dot of each beat (passage of the lesson), which scrolls to the beat, and counts the
 * beats whose top the sticky stage then covers.
 */
async function countCovered() {
  let covered = 0;
  for (const dot of document.querySelectorAll('.dots .dot')) {
    /** @type {HTMLElement} */ (dot).click();
    for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    const [stage, beat] = ['.stage', '.beat.present'].map((part) =>
      document.querySelector(part)?.getBoundingClientRect(),
    );
    if (!stage || !beat) continue;
    const isBeside = stage.right <= beat.left;
    if (!isBeside && beat.top < stage.bottom - 1) covered++;
  }
  return covered;
}

/**
 * Opens a lesson in English in each window of WINDOWS and measures it there.
 * @param {import('playwright-core').Browser} browser
 * @param {string} url  the site's address
 * @param {Lesson} lesson
 * @returns {Promise<import('./report.mjs').Measured>}
 */
export async function measure(browser, url, { id, folder }) {
  let [words, beats] = [0, 0];
  /** @type {Place[]} */
  const places = [];
  for (const viewport of WINDOWS) {
    const page = await browser.newPage({ viewport });
    await page.goto(`${url}en/${id}/`);
    await page.locator('.main-number').first().waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    const seen = await page.evaluate(look);
    const covered = await page.evaluate(countCovered);
    words = countWords(seen.text);
    beats = seen.beats;
    places.push({ ...viewport, page: seen.page, stage: seen.stage, covered });
    await page.close();
  }
  return { id, ...folderSize(folder), beats, words, places };
}
