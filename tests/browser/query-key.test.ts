// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" in a browser: its sentence and its question.
import { chooseLanguage, openSite, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('query-key/');
const once = inOneEngine(test);

/** The words of the sentence in the figure beside the text. */
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
  await waitFor(async () =>
    expect(await sentence(page)).toBe('the dog the boys was tired because it'),
  );
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

once(
  'the answer is absent from the figure until the reader has guessed',
  async ({ page, site }) => {
    await openSite(page, site, 'query-key/#guess');
    const step = page.css('[data-step="guess"]');
    const parts = () =>
      page.run(() =>
        [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
          ({ dataset }) => dataset.part,
        ),
      );
    await waitFor(async () => expect(await parts()).toEqual(['two']));
    await step.get('button', { name: 'Hint' }).click();
    await shows(page, '.predict-hint', 'Can any product be negative?');
    expect(await parts()).toEqual(['two']);
    await step.get('radio', { name: 'Mostly at another word' }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await shows(page, '.predict-outcome', /^Not quite\.\s+No other word comes near/);
    await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));

    await page.reload();
    await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));
    await step.get('button', { name: 'Guess again' }).click();
    await waitFor(async () => expect(await parts()).toEqual(['two']));
    await step.get('button', { name: 'Show me' }).click();
    await shows(page, '.predict-outcome', /^This is the answer\.\s+Its key equals its query/);
    await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));
  },
);

once('the key of another word has another score', async ({ page, site }) => {
  await openSite(page, site, 'query-key/#score');
  const score = () => page.css('.scene-stage .number-of-moment').text();
  await waitFor(async () => expect(await score()).toBe('11.82'));
  await page.css('[data-step="score"]').get('radio', { name: 'boys' }).click();
  await waitFor(async () => expect(await score()).toBe('6.12'));
  await shows(page, '.scene-chip', 'Yours: The key of = boys');
});
