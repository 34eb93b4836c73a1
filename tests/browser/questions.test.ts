// SPDX-License-Identifier: MIT
// Tests a question of a lesson. Until the reader has answered, the figure hides the answer, and the next step is
// blurred. tests/engine/figures.test.ts checks the figures of all questions.
import { chooseSetting, openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import { COLOURS } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(lessonTest('softmax/'));

/** In pixels. Too low for the step with the question and the text of its answer. */
const WINDOW = { width: 1280, height: 600 };

once('a question takes a guess, again, or shows its answer', async ({ page, site }) => {
  await page.resize(WINDOW.width, WINDOW.height);
  await openSite(page, site, 'softmax/#guess');
  const step = page.css('[data-step="guess"]');
  const weights = () =>
    page.run(() =>
      [...document.querySelectorAll('.scene-stage [data-part="weights"] text')].map(
        ({ textContent }) => textContent,
      ),
    );
  const isOpen = async () => {
    await waitFor(async () => (await page.css('.scene-stage rect.unknown').count()) === 4);
    await waitFor(async () => expect(await weights()).toEqual([]));
    expect(await text(page, '.scene-stage')).not.toContain('%');
  };
  const isAnswered = () =>
    waitFor(async () => expect(await weights()).toEqual(['17.5%', '17.5%', '17.5%', '47.5%']));
  const answer = async (guess: RegExp) => {
    await step.get('radio', { name: guess }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await waitFor(async () => {
      const { y, height } = await page.css('.predict-outcome').box();
      expect(height > 0 && y + height < WINDOW.height).toBe(true);
    });
    expect(await page.css('[data-step="guess"].present').count()).toBe(1);
  };
  await isOpen();
  await step.get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', 'e is about 2.7');
  await isOpen();
  await answer(/^The same/);
  await shows(
    page,
    '.predict-outcome',
    /^Not quite\.\s+It is 47\.5%\. Dividing all scores shrinks/,
  );
  await isAnswered();
  await step.get('button', { name: 'Guess again' }).click();
  await isOpen();
  await answer(/^About half/);
  await shows(page, '.predict-outcome', /^Correct\.\s+It is 47\.5%, as in step 2\./);
  await page.reload();
  await isAnswered();
  await step.get('button', { name: 'Guess again' }).click();
  await isOpen();
  await step.get('button', { name: 'Show me' }).click();
  await shows(page, '.predict-outcome', /^This is the answer\.\s+It is 47\.5%/);
  await isAnswered();
  await chooseSetting(page, 'theme', 'dark');
  await waitFor(() => page.run(() => document.documentElement.dataset.theme === 'dark'));
  // Enables the inputs, because axe skips the labels of disabled inputs.
  await page.run(() => {
    for (const input of document.querySelectorAll<HTMLInputElement>('.predict input'))
      input.disabled = false;
  });
  expect(await page.axe(COLOURS)).toEqual([]);
});

once(
  'the step after an open question is blurred, and the question says why',
  async ({ page, site }) => {
    await openSite(page, site, 'similarity/#people');
    const isBlurred = () =>
      page.run(() => {
        const text = document.querySelector('[data-step="cosine"] .prose') as HTMLElement;
        return getComputedStyle(text).filter !== 'none';
      });
    const reason = () =>
      page.run(() => {
        const question = document.querySelector('[data-step="people"]') as HTMLElement;
        return getComputedStyle(question, '::after').content;
      });
    await waitFor(async () => expect(await isBlurred()).toBe(true));
    expect(await reason()).toContain('The next step tells the answer.');
    await page.get('link', { name: /^3 / }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(false));
    await page.get('link', { name: /^4 / }).click();
    await reads(() => page.css('[data-step="recipes"].present').count(), 1);
    expect(await isBlurred()).toBe(false);
    await page.get('link', { name: /^2 / }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(true));
    const step = page.css('[data-step="people"]');
    await step.get('button', { name: 'Show me' }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(false));
    expect(await reason()).toBe('none');
  },
);
