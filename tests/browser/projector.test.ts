// SPDX-License-Identifier: MIT
// Tests a lesson on a projector: one step fills the window, and keys change the step.
import { openSite, reads, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const ROOM = { width: 1280, height: 720 };

const projector = (page: Page) => page.css('.projector');
const answers = (page: Page, place: string, expected: string) =>
  reads(() => page.css(`${place} [data-part="answer"] text`).text(), expected);
const isAt = (page: Page, step: string) =>
  waitFor(async () => (await projector(page).css('[data-step]').attribute('data-step')) === step);
const query = async (page: Page) => Number(await projector(page).get('spinbutton').value());

test('a step fills the window with the reader’s changes', async ({ newPage, site }) => {
  const page = await newPage(ROOM);
  await openSite(page, site, 'kernel-regression/#hand');
  await page.css('[data-step="hand"]').get('slider').press('Home');
  await answers(page, '.scene-stage', '40 kg');
  await page.get('button', { name: 'Present' }).click();
  await isAt(page, 'hand');
  await answers(page, '.projector', '40 kg');
  expect(await page.axe()).toEqual([]);

  await projector(page).css('.hand .tip').drag({ x: 150, y: 0 });
  const dragged = await waitFor(async () => (await query(page)) > 50 && (await query(page)));
  // While the slider has the focus, an arrow key moves the slider. A presenter's PageDown key still changes the step.
  await projector(page).get('slider').press('ArrowRight');
  await waitFor(async () => (await query(page)) > dragged);
  await page.keys('PageDown');
  await isAt(page, 'bandwidth');
  await page.keys('ArrowLeft');
  await isAt(page, 'hand');
  await projector(page)
    .get('button', { name: /^Bring back yours/ })
    .click();
  await waitFor(async () => (await query(page)) > dragged);
  const answer = await projector(page).css('[data-part="answer"] text').text();

  await page.keys('Escape');
  await waitFor(async () => (await projector(page).count()) === 0);
  await answers(page, '.scene-stage', answer);
  await shows(page, '[data-step="hand"].present .scene-chip', 'Yours: Query q = ');
  await waitFor(() =>
    page.run(() => document.activeElement?.matches('[data-step="hand"]') ?? null),
  );
});

once('a link opens a question, and its answer comes first', async ({ newPage, site }) => {
  const page = await newPage(ROOM);
  await openSite(page, site, 'kernel-regression/#guess?present');
  await isAt(page, 'guess');
  await shows(page, '.projector .prose', 'How much does the nearest person count?');
  const answer = projector(page).css('[data-part="answer"], .predict-result');
  await waitFor(async () => (await answer.count()) === 0);
  await page.keys('PageDown');
  await answers(page, '.projector', '42.78 kg');
  await isAt(page, 'guess');
  await page.keys(' ');
  await waitFor(async () => (await projector(page).css('al-predict').count()) === 0);
  await page.keys('Home');
  await shows(page, '.projector .scene-count', 'Step 1 of 7');
  await projector(page).get('button', { name: 'Close' }).click();
  await waitFor(async () => (await projector(page).count()) === 0);
  await waitFor(async () => expect(await page.url()).toMatch(/kernel-regression\/$/));
});
