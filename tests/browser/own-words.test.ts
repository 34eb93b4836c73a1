// SPDX-License-Identifier: MIT
// Tests the sentence that a reader can write in several lessons.
import { chooseLanguage, reads, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('query-key/'));

const sentence = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.scene-stage text.word.sized')]
      .map((word) => word.textContent)
      .join(' '),
  );

once('readers can write a sentence, and unknown words are named', async ({ page }) => {
  const step = page.css('[data-step="search"]');
  await step.css('summary').nth(0).click();
  await step.get('button', { name: 'Remove “near”' }).click();
  await reads(() => sentence(page), 'the dog the boys was tired because it');
  await step.css('.all-words summary').click();
  const box = step.get('textbox', { name: 'Your sentence' });
  await box.fill('The whale was quiet');
  await box.press('Enter');
  await waitFor(async () => expect(await sentence(page)).toBe('the was quiet'));
  await shows(page, '.unknown-words', 'whale');
  await waitFor(async () => expect(await page.url()).toContain('#?words=the+whale+was+quiet'));
  await box.fill('whale');
  await box.press('Enter');
  await waitFor(async () => expect(await sentence(page)).toBe(''));
  expect(await page.axe()).toEqual([]);
});

once('the sentence is in the reader’s language', async ({ page }) => {
  await chooseLanguage(page, '简体中文');
  await waitFor(async () => expect(await sentence(page)).toBe('这 位 喜欢 两 只 猫 的'));
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => expect(await sentence(page)).toBe('那 個 買 三 顆 球 的'));
});
