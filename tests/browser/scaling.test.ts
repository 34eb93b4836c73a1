// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" in a browser: its controls and its question.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('scaling/', true);
const once = inOneEngine(test);

/** The text of the width of the histogram in the figure beside the text, and the length of its line in px. */
const widthIn = async (page: Page) => ({
  text: await text(page, '.scene-stage [data-part="width"] text'),
  length: await page.run(
    () =>
      document.querySelector<SVGPathElement>('.scene-stage [data-part="width"] path')?.getBBox()
        .width ?? 0,
  ),
});

/** Sets the number of components in a step. */
const resize = (page: Page, step: string, d: number) =>
  page
    .css(`[data-step="${step}"]`)
    .get('spinbutton', { name: 'Numbers of a query: d' })
    .fill(d, 'Enter');

once('another pair has another score', async ({ page }) => {
  const score = () => text(page, '.scene-stage .number-of-moment');
  await waitFor(async () => expect(await score()).toBe('1.04'));
  await page.get('button', { name: 'Another pair' }).click();
  await waitFor(async () => expect(await score()).not.toBe('1.04'));
  await shows(page, '.scene-chip', 'Yours: Pair = 2');
});

once(
  'the scores are wider with d, and equally wide when they are divided by √d',
  async ({ page, site }) => {
    await openSite(page, site, 'scaling/#width');
    await waitFor(async () => expect((await widthIn(page)).text).toBe('width √64 = 8'));
    const before = await widthIn(page);
    await resize(page, 'width', 256);
    await waitFor(async () => expect((await widthIn(page)).text).toBe('width √256 = 16'));
    // The label is rounded, so it can say its last number while the line still grows by a percent.
    expect((await widthIn(page)).length / before.length).toBeCloseTo(2, 1);

    await openSite(page, site, 'scaling/#root');
    const weights = () =>
      page.run(() =>
        ['none', 'root'].map(
          (part) => document.querySelector(`.scene-stage [data-part="${part}"]`)?.innerHTML,
        ),
      );
    await waitFor(async () => expect((await widthIn(page)).text).toBe('width 1'));
    const [{ length: divided }, drawn] = [await widthIn(page), await weights()];
    await resize(page, 'root', 64);
    await shows(page, '.scene-chip', 'Yours: d = 64');
    await waitFor(async () => expect((await weights())[0]).not.toBe(drawn[0]));
    const { text: label, length } = await widthIn(page);
    expect(label).toBe('width 1');
    expect(length).toBeCloseTo(divided, 1);
  },
);

once('the weights for d are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'scaling/#guess');
  const step = page.css('[data-step="guess"]');
  const parts = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
        ({ dataset }) => dataset.part,
      ),
    );
  await waitFor(async () =>
    expect(await parts()).toEqual(['many', 'width', 'keys', 'none', 'root']),
  );
  await step.get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', 'What is e to the power of almost 0?');
  await step.get('radio', { name: 'One key still gets nearly all' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+To take nearly all/);
  await waitFor(async () =>
    expect(await parts()).toEqual(['many', 'width', 'keys', 'none', 'root', 'whole']),
  );
  await shows(page, '.scene-stage [data-part="width"]', 'width 0.04');
});
