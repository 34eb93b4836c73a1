// SPDX-License-Identifier: MIT
// Tests the pages for teachers: a worksheet, whose numbers depend on a seed that the teacher chooses, and the page that
// links to it.
import { readFileSync } from 'node:fs';
import { lessons } from '../../web/src/lessons/registry.ts';
import { chooseLanguage, openSite } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('softmax/worksheet/');
const once = inOneEngine(test);

/** The texts of the numbers on each sheet: the questions, then the solutions. */
const numbers = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('al-site .paper')].map((sheet) =>
      [...sheet.querySelectorAll('.given-row > span, .working, .answer strong')].map(
        ({ textContent }) => textContent,
      ),
    ),
  );

once('another number gives another sheet, with separate solutions', async ({ page, site }) => {
  const first = await numbers(page);
  expect(first).toHaveLength(2);
  await page.css('al-seed-box input').fill('7', 'Enter');
  await waitFor(async () => (await page.css('.paper-number').nth(0).text()).includes('7'));
  const seventh = await numbers(page);
  expect(seventh[0]).not.toEqual(first[0]);
  expect(seventh[1]).not.toEqual(first[1]);
  expect(await page.run(() => location.hash)).toBe('#?seed=7');
  await chooseLanguage(page, 'zh-Hant');
  await waitFor(async () => (await page.css('al-seed-box').count()) === 1);
  expect(await numbers(page)).toEqual(seventh);
  // A link that a reader has typed without the question mark.
  await page.open('about:blank');
  await openSite(page, site, 'softmax/worksheet/#seed=7');
  expect(await numbers(page)).toEqual(seventh);
  const breaks = () =>
    [...document.querySelectorAll('al-site .paper')].map(
      (sheet) => getComputedStyle(sheet).breakBefore,
    );
  expect(await page.run(breaks)).toEqual(['auto', 'page']);
});

once('the page for teachers explains every answer, as built', async ({ page, site }) => {
  const html = readFileSync('dist/en/teach/index.html', 'utf8');
  for (const { id } of lessons) {
    const [, part = ''] = html.split(`id="${id}"`);
    const own = part.split('<section')[0] ?? '';
    const messages = new URL(`../../web/src/lessons/${id}/messages.en.json`, import.meta.url);
    const { question = {} } = JSON.parse(readFileSync(messages, 'utf8')) as {
      question?: Record<string, { guess: object; feedback: object }>;
    };
    const guesses = Object.values(question).flatMap(({ guess }) => Object.keys(guess));
    expect(own.match(/<dt>/g)?.length, id).toBe(guesses.length);
    expect(own.match(/✓/g)?.length, id).toBe(Object.keys(question).length);
  }
  await openSite(page, site, 'teach/');
  const links = page.css('al-site .teach-lesson a[href$="worksheet/"]');
  expect(await links.count()).toBeGreaterThanOrEqual(8);
  await page.resize(1000, 800);
  expect(await page.css('al-site .teach-lesson').count()).toBe(lessons.length);
});
