// SPDX-License-Identifier: MIT
// Tests the review, the page after the last lesson, in a browser: answers, the score, links, and
// training of a model on the reader's sentence.
import { chooseLanguage, hasSettled, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('review/');
const once = inOneEngine(test);

const question = (page: Page, id: string) => page.css(`[data-question="${id}"]`);
/** Chooses the answer at position `place`, counted from 0, and submits it. @returns whether it was correct */
async function answer(page: Page, id: string, place: number): Promise<boolean> {
  const one = question(page, id);
  await one.css('input').nth(place).click();
  await one.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () => (await one.css('.predict-result').count()) === 1);
  return (await one.css('.predict-result.hit').count()) === 1;
}
/** Submits the first answer. @returns the position of the correct one, counted from 0 */
async function rightPlace(page: Page, id: string): Promise<number> {
  await answer(page, id, 0);
  const labels = await question(page, id).css('label').all();
  const marks = await Promise.all(labels.map((label) => label.attribute('class')));
  return marks.indexOf('right');
}
const share = (page: Page, word: string) =>
  page.run(
    (wanted) =>
      [...document.querySelectorAll('al-own-sentence .bar')]
        .find((bar) => bar.querySelector('.label')?.textContent === wanted)
        ?.querySelector('.number')?.textContent ?? '',
    word,
  );

once('ten questions are judged, counted and linked to steps', async ({ page, site }) => {
  // Uses a new page, because a page keeps the answers that earlier tests gave in it.
  await openSite(page, site, 'review/');
  expect(await page.css('[data-question]').count()).toBe(10);
  await shows(page, '.score', '10 questions, none answered yet');
  const place = await rightPlace(page, 'divisor');
  const first = place === 0 ? 1 : 0;
  await shows(page, '.score', `${first} of 10 right, 1 answered`);
  await shows(page, '[data-question="divisor"] .predict-outcome', /components|variance/);
  const before = await question(page, 'divisor').css('.predict-question').text();
  await question(page, 'divisor').get('button', { name: 'Another question' }).press('Enter');
  await waitFor(
    async () => (await question(page, 'divisor').css('.predict-question').text()) !== before,
  );
  // Until the new question is answered, the score still counts the answer to the previous one.
  await shows(page, '.score', '1 answered');
  expect(await question(page, 'divisor').css('.taught').count()).toBe(0);
  const next = await rightPlace(page, 'divisor');
  await shows(page, '.score', `${next === 0 ? 1 : 0} of 10 right, 1 answered`);
  await answer(page, 'nearest', 1);
  await shows(page, '.score', '2 answered');
  await question(page, 'divisor').css('.taught a').click();
  await shows(page, 'h1', 'Scaling');
  await waitFor(async () => expect(await page.url()).toMatch(/#width$/));
  await waitFor(async () => (await page.css('[data-step="width"].present').count()) === 1);
  await page.back();
  // The linked step is below an unanswered question, which blurs it. A link shows the step nevertheless.
  await answer(page, 'walk', 0);
  await question(page, 'walk').css('.taught a').click();
  await shows(page, 'h1', 'Queries and keys');
  await waitFor(async () => (await page.css('[data-step="answer"].present').count()) === 1);
  await page.back();
  await shows(page, 'h1', 'Review');
  await shows(page, '.score', '3 answered');
  expect(await question(page, 'nearest').css('.predict-result').count()).toBe(1);
});

once('every question has its own feedback in every language, and passes axe', async ({ page }) => {
  const ids = await page.run(() =>
    [...document.querySelectorAll<HTMLElement>('[data-question]')].map(
      ({ dataset }) => dataset.question ?? '',
    ),
  );
  for (const id of ids) {
    if ((await question(page, id).css('.predict-result').count()) === 0) await answer(page, id, 0);
    expect(await question(page, id).css('.taught a').count()).toBe(1);
  }
  await shows(page, '.score', '10 answered');
  expect(await page.axe()).toEqual([]);
  for (const language of ['zh-Hans', 'zh-Hant']) {
    await chooseLanguage(page, language);
    await waitFor(
      async () =>
        (await text(page, '.score')).includes('10 題') ||
        (await text(page, '.score')).includes('10 题'),
    );
    const outcomes = await page.css('.question-list').text();
    expect(outcomes).not.toMatch(/check\.|\{\{/);
    await waitFor(async () => (await page.css('al-own-sentence .bar').count()) === 5);
  }
  await chooseLanguage(page, 'en');
  await page.resize(390, 844);
  expect(await page.axe()).toEqual([]);
  expect(
    await page.run(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBe(0);
});

once('the last lesson and the home page link here', async ({ page, site }) => {
  await openSite(page, site, 'cost/');
  await page.css('.walk-next').click();
  await shows(page, 'h1', 'Review');
  await page.css('.learned').box();
  expect(await page.css('.learned li').count()).toBe(await page.css('.course li').count());
  await page.css('.learned').get('link', { name: 'Softmax' }).click();
  await shows(page, 'h1', 'Softmax');
  await page.get('link', { name: 'All lessons' }).click();
  await hasSettled(page);
  await page
    .css('.home-path')
    .get('link', { name: /^Review/ })
    .click();
  await shows(page, 'h1', 'Review');
  await hasSettled(page, 'review/');
});

once('the site’s model predicts words and names unknown ones', async ({ page }) => {
  await shows(page, '.own-model', 'comes with this site');
  await waitFor(async () => (await page.css('al-own-sentence .bar').count()) === 5);
  const box = page.get('textbox', { name: 'Your sentence' });
  await box.fill('the queen near the dragon kings');
  await shows(page, '.unknown-words', 'dragon');
  await shows(page, 'al-next-words h3', 'after “kings”');
  await page.css('.chips').get('button', { name: 'Remove “dragon”' }).press('Enter');
  await waitFor(async () => (await box.value()) === 'the queen near the kings');
  expect(Number.parseFloat(await share(page, 'was'))).toBeGreaterThan(50);
  const heading = await page.css('al-next-words h3').text();
  expect(await page.css('al-next-words ul').name()).toBe(heading);
  expect(await page.css('al-next-words li').nth(0).text()).toMatch(/^was\s+\d+\.\d%$/);
});

once('a model trained on the page replaces that of the site', async ({ page, site }) => {
  await openSite(page, site, 'review/');
  const box = page.get('textbox', { name: 'Your sentence' });
  await box.fill('the queen near the kings');
  await page.get('button', { name: 'Train a model' }).press('Enter');
  await shows(page, '.own-model', 'Your model is training.');
  await waitFor(async () => (await page.css('.own-training progress').count()) === 1);
  await shows(page, '.own-model', 'the model that you trained for 1,000 steps');
  expect(await page.get('button', { name: 'Train further' }).isFocused()).toBe(true);
  expect(Number.parseFloat(await share(page, 'was'))).toBeGreaterThan(50);
  // The trained model is kept while the reader visits a lesson.
  await page.css('.learned').get('link', { name: 'Softmax' }).click();
  await shows(page, 'h1', 'Softmax');
  await page.back();
  await shows(page, '.own-model', 'you trained for 1,000 steps');
});
