// SPDX-License-Identifier: MIT
// Tests the lesson "order" in a browser: its controls and its question.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('order/', true));

/** The signs on the lines between equal words of the two orders in the figure beside the text. */
const signs = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.scene-stage [data-part="lines"] text')]
      .map((sign) => sign.textContent)
      .join(''),
  );
const hasSigns = (page: Page, expected: string) =>
  waitFor(async () => expect(await signs(page)).toBe(expected));

once(
  'the outputs of shuffled words stay, and a link restores the order',
  async ({ page, site }) => {
    await openSite(page, site, 'order/');
    await hasSigns(page, '=====');
    await page.css('[data-step="swap"]').get('button', { name: 'Shuffle' }).click();
    await shows(page, '.scene-chip', 'Yours: Places of the words =');
    await hasSigns(page, '=====');
    await openSite(page, site, 'order/#why?places=1,2,4,3,5');
    await shows(page, '.scene-chip', 'Yours: Places of the words = 1, 2, 4, 3, 5');
    await hasSigns(page, '=====');
    await page.css('[data-step="why"]').get('slider', { name: 'Place of “dog”' }).press('End');
    await shows(page, '.scene-chip', 'Yours: Places of the words = 1, 5, 3, 2, 4');
    await hasSigns(page, '=====');
  },
);

once('a second layer shows an order that one layer hides', async ({ page, site }) => {
  await openSite(page, site, 'order/#mask');
  await hasSigns(page, '=≠≠==');
  const step = page.css('[data-step="mask"]');
  await step.get('radio', { name: 'Two' }).click();
  await hasSigns(page, '=≠≠≠≠');
  await openSite(page, site, 'order/#add');
  await hasSigns(page, '≠≠≠≠≠');
  await page.css('[data-step="add"]').get('radio', { name: 'Learned' }).click();
  await shows(page, '.scene-chip', 'Yours: What is added = Learned');
  await waitFor(async () => expect(await page.css('.scene-stage .tangent').count()).toBe(0));
});

once('the backward outputs are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'order/#distance');
  const step = page.css('[data-step="distance"]');
  const parts = () =>
    page.run(() => [
      ...new Set(
        [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
          ({ dataset }) => dataset.part,
        ),
      ),
    ]);
  await waitFor(async () => expect(await parts()).toEqual(['outputs', 'bias', 'first']));
  await step.get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', 'how far is it now?');
  await step.get('radio', { name: 'None' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+All five do/);
  await hasSigns(page, '=====');
  expect(await parts()).toEqual(['outputs', 'bias', 'first', 'now', 'lines']);
});

once('query and key turn together, and the score stays', async ({ page, site }) => {
  await openSite(page, site, 'order/#turn');
  const step = page.css('[data-step="turn"]');
  const score = () => text(page, '.scene-stage .scene-worked .score');
  await waitFor(async () => expect(await score()).toBe('9.57'));
  await step.get('button', { name: 'Move both on' }).click();
  await shows(page, '.scene-stage [data-part="query"]', 'q at place 6');
  await shows(page, '.scene-stage [data-part="key"]', 'k at place 4');
  expect(await score()).toBe('9.57');
  await step.get('spinbutton', { name: 'From query to key' }).fill('2', 'Enter');
  await waitFor(async () => expect(await score()).toBe('0.11'));
});
