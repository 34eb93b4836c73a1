// SPDX-License-Identifier: MIT
// Tests the lesson "softmax" in a browser: the steps that the reader changes, and its question.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('softmax/', true);
const once = inOneEngine(test);

/** The weights in the figure beside the text: their texts, and the lengths of their bars in the units of the figure. */
const weights = (page: Page) =>
  page.run(() => {
    const group = document.querySelector('.scene-stage [data-part="weights"]');
    return {
      texts: [...(group?.querySelectorAll('text') ?? [])].map(({ textContent }) => textContent),
      bars: [...(group?.querySelectorAll('rect') ?? [])].map((bar) => bar.width.baseVal.value),
    };
  });

const showsWeights = (page: Page, ...texts: string[]) =>
  waitFor(async () => expect((await weights(page)).texts).toEqual(texts));

once('the fourth score changes its own weight and all others', async ({ page, site }) => {
  await openSite(page, site, 'softmax/#raise');
  await showsWeights(page, '17.5%', '17.5%', '17.5%', '47.5%');
  const before = (await weights(page)).bars;
  expect((before[3] ?? 0) / (before[0] ?? 0)).toBeCloseTo(Math.E);
  const step = page.css('[data-step="raise"]');
  await step.get('slider', { name: 'Fourth score' }).press('ArrowRight');
  const grown = await waitFor(async () => {
    const { bars } = await weights(page);
    return (bars[3] ?? 0) > (before[3] ?? 0) && bars;
  });
  for (const other of [0, 1, 2]) expect(grown[other]).toBeLessThan(before[other] ?? 0);
  await step.get('spinbutton', { name: 'Fourth score' }).fill('1');
  await showsWeights(page, '25%', '25%', '25%', '25%');
  expect(new Set((await weights(page)).bars).size).toBe(1);
  await shows(page, '.scene-chip', 'Yours: Scores = 1, 1, 1, 1');
  await waitFor(async () => expect(await page.url()).toMatch(/#raise\?scores=1,1,1,1$/));
});

once(
  'the temperature divides the scores in the figure, and the address contains it',
  async ({ page, site }) => {
    await openSite(page, site, 'softmax/#temperature');
    await showsWeights(page, '9.6%', '9.6%', '9.6%', '71.1%');
    const step = page.css('[data-step="temperature"]');
    await step.get('slider', { name: 'Temperature T' }).press('Home');
    await shows(page, '.scene-chip', 'Yours: Temperature T = 0.1');
    await shows(page, '.scene-stage [data-part="divided"]', '50');
    await step.get('spinbutton', { name: 'Temperature T' }).fill('4');
    await showsWeights(page, '17.5%', '17.5%', '17.5%', '47.5%');
    expect(await text(page, '.scene-stage [data-part="divided"]')).toContain('1.25');
    await shows(page, '.scene-chip', 'Yours: Temperature T = 4');
    await shows(
      page,
      '[data-step="temperature"] > .visually-hidden',
      'At temperature 4, the scores',
    );
    await waitFor(async () => expect(await page.url()).toContain('#temperature?temperature=4'));
  },
);

once(
  'the weights of the question are absent from the figure until the reader has answered',
  async ({ page, site }) => {
    await openSite(page, site, 'softmax/#guess');
    const step = page.css('[data-step="guess"]');
    const unknown = () => page.css('.scene-stage rect.unknown').count();
    const isOpen = async () => {
      await waitFor(async () => (await unknown()) === 4);
      await waitFor(async () => expect((await weights(page)).bars).toEqual([]));
      expect(await text(page, '.scene-stage')).not.toContain('%');
    };
    const answer = async (guess: RegExp) => {
      await step.get('radio', { name: guess }).click();
      await step.get('button', { name: 'Check my answer' }).click();
    };
    await isOpen();
    await answer(/^The same/);
    await shows(
      page,
      '.predict-outcome',
      /^Not quite\.\s+It is 47\.5%\. Dividing all scores shrinks/,
    );
    await showsWeights(page, '17.5%', '17.5%', '17.5%', '47.5%');
    await waitFor(async () => (await unknown()) === 0);
    await step.get('button', { name: 'Guess again' }).click();
    await isOpen();
    await answer(/^About half/);
    await shows(page, '.predict-outcome', /^Correct\.\s+It is 47\.5%, as in step 2\./);
    await showsWeights(page, '17.5%', '17.5%', '17.5%', '47.5%');
  },
);
