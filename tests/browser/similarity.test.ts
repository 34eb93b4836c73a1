// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" in a browser: its controls and its questions.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('similarity/', true);
const once = inOneEngine(test);

/** The texts of a part of the figure beside the text. */
const parts = (page: Page, part: string) =>
  page.run(
    (name) =>
      [...document.querySelectorAll(`.scene-stage [data-part="${name}"] text`)].map(
        ({ textContent }) => textContent,
      ),
    part,
  );
const showsParts = (page: Page, part: string, ...texts: string[]) =>
  waitFor(async () => expect(await parts(page, part)).toEqual(texts));

once(
  'the score of a key follows its direction and its length, and its cosine only the direction',
  async ({ page, site }) => {
    await openSite(page, site, 'similarity/#arrows');
    await showsParts(page, 'second', '6.5');
    const turn = page.css('[data-step="arrows"]').get('spinbutton', { name: /^Direction/ });
    // At 14° the key has the direction of the query; at 130° the angle is more than a right one.
    await turn.fill('14.04');
    await showsParts(page, 'second', '11.1');
    await turn.fill('130');
    await waitFor(async () => expect((await parts(page, 'second'))[0]).toMatch(/^−/));
    await shows(page, '.scene-chip', 'Yours: Key k₂ = −1.73');

    await openSite(page, site, 'similarity/#cosine');
    await showsParts(page, 'second', '14.3');
    await showsParts(page, 'cosines', 'cosine', '0.92', 'cosine', '0.59');
    const length = page.css('[data-step="cosine"]').get('slider', { name: 'Length of k₂' });
    await length.press('Home');
    await waitFor(async () => expect(Number((await parts(page, 'second'))[0])).toBeLessThan(2));
    await showsParts(page, 'cosines', 'cosine', '0.92', 'cosine', '0.59');
  },
);

once(
  'the scores of the people are absent from the figure until the reader has answered',
  async ({ page, site }) => {
    await openSite(page, site, 'similarity/#people');
    await showsParts(page, 'answers', '?', '?', '?');
    expect(await text(page, '.scene-stage')).not.toMatch(/7501|8596|8838/);
    const step = page.css('[data-step="people"]');
    await step.get('radio', { name: /^The first/ }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await shows(page, '[data-step="people"] .predict-outcome', /^Not quite\.\s+It is the third/);
    await showsParts(page, 'answers', '7501', '8596', '8838');
    await step.get('button', { name: 'Guess again' }).click();
    await showsParts(page, 'answers', '?', '?', '?');
  },
);

once(
  'a search marks the words that count, and the minutes move the output but no weight',
  async ({ page, site }) => {
    const marked = () =>
      page.run(() =>
        [...document.querySelectorAll('.scene-stage .marked')].map(
          ({ textContent }) => textContent,
        ),
      );
    await openSite(page, site, 'similarity/#recipes');
    await waitFor(async () =>
      expect((await marked()).map((word) => word?.toLowerCase())).toEqual([
        'ginger',
        ...Array<string>(6).fill('tea'),
      ]),
    );
    await page.css('[data-step="recipes"]').get('radio', { name: 'egg' }).click();
    await waitFor(async () => expect(await marked()).toEqual(['eggs', 'Egg', 'Egg']));
    await shows(page, '.scene-chip', 'Yours: Search = egg');
    await waitFor(async () => expect(await page.url()).toMatch(/#recipes\?search=egg$/));

    await openSite(page, site, 'similarity/#guess');
    const step = page.css('[data-step="guess"]');
    await waitFor(async () => (await page.css('.scene-stage rect.unknown').count()) === 6);
    expect(await text(page, '.scene-stage')).not.toContain('%');
    await step.get('radio', { name: 'It stays the same' }).click();
    await step.get('button', { name: 'Check my answer' }).click();
    await shows(
      page,
      '[data-step="guess"] .predict-outcome',
      /^Correct\.\s+It is 57\.5%, as before/,
    );
    await shows(page, '.scene-stage [data-part="output"] text', '54.6 minutes');
    const weights = await parts(page, 'weights');
    expect(weights.at(-1)).toBe('57.5%');
    await step.get('spinbutton', { name: 'Minutes of “Tea, tea, tea”' }).fill('10');
    await shows(page, '.scene-stage [data-part="output"] text', '14.3 minutes');
    expect(await parts(page, 'weights')).toEqual(weights);
  },
);

once('a link restores the temperature of the last step', async ({ page, site }) => {
  await openSite(page, site, 'similarity/#soft?temperature=50');
  await shows(page, '.scene-stage [data-part="output"] text', '26.4 minutes');
  await shows(page, '.scene-chip', 'Yours: Temperature T = 50');
});

once(
  'the step after an open question is blurred until the reader has answered or goes on',
  async ({ page, site }) => {
    await openSite(page, site, 'similarity/#people');
    const isBlurred = () =>
      page.run(() => {
        const text = document.querySelector('[data-step="cosine"] .prose') as HTMLElement;
        return getComputedStyle(text).filter !== 'none';
      });
    await waitFor(async () => expect(await isBlurred()).toBe(true));
    await page.get('link', { name: /^3 / }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(false));
    await page.get('link', { name: /^4 / }).click();
    await waitFor(async () =>
      expect(await page.css('[data-step="recipes"].present').count()).toBe(1),
    );
    expect(await isBlurred()).toBe(false);
    await page.get('link', { name: /^2 / }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(true));
    const step = page.css('[data-step="people"]');
    await step.get('button', { name: 'Show me' }).click();
    await waitFor(async () => expect(await isBlurred()).toBe(false));
  },
);
