// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" in a browser: words, weights, its question, and links.
import { chooseLanguage, openSite, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('multi-head/');
const once = inOneEngine(test);

/** The words of the sentence in the figure beside the text. */
const hasWords = (page: Page, expected: string) =>
  waitFor(async () =>
    expect(
      await page.run(() =>
        [...document.querySelectorAll('.scene-stage text.word.sized')]
          .map((word) => word.textContent)
          .join(' '),
      ),
    ).toBe(expected),
  );

/** The texts of the figure beside the text that a selector finds. */
const said = (page: Page, selector: string) =>
  page.run(
    (kind) =>
      [...document.querySelectorAll(`.scene-stage ${kind}`)].map((text) =>
        text.textContent?.trim(),
      ),
    selector,
  );
const says = (page: Page, selector: string, expected: readonly string[]) =>
  waitFor(async () => expect(await said(page, selector)).toEqual(expected));

once('a reader sees where two heads look, from any word', async ({ page }) => {
  await hasWords(page, 'the dog near the boys was tired because it');
  await says(page, 'text.weight', ['99.7%', '94.5%']);
  await page.css('[data-step="two"]').get('radio', { name: 'because' }).click();
  await says(page, 'text.from', ['because']);
  await shows(page, '.scene-chip', 'Yours: The word that looks = because');
  await waitFor(async () => expect(await page.url()).toMatch(/#\?place=8$/));
  await page.reload();
  await says(page, 'text.from', ['because']);
  await page.get('button', { name: 'Back to the start' }).click();
  await says(page, 'text.weight', ['99.7%', '94.5%']);
});

once('a reader writes a sentence, in every language', async ({ page }) => {
  await hasWords(page, 'the dog near the boys was tired because it');
  const step = page.css('[data-step="two"]');
  await step.css('summary').nth(0).click();
  await step.css('.all-words summary').click();
  const box = step.get('textbox', { name: 'Your sentence' });
  // By default, fill() ends with Tab, which would move the focus to the next step.
  await box.fill('The whale near the queen was sad', 'Enter');
  await hasWords(page, 'the near the queen was sad');
  await shows(page, '[data-step="two"] .unknown-words', 'whale');
  await chooseLanguage(page, 'zh-Hant');
  await page.get('button', { name: '回到開頭' }).click();
  await hasWords(page, '那 隻 貓 睡著 了 ， 因為');
  await chooseLanguage(page, 'zh-Hans');
  await hasWords(page, '这 只 狗 很 难过 ， 因为');
  expect(await page.axe()).toEqual([]);
});

once('the weights of one row are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'multi-head/#guess');
  const step = page.css('[data-step="guess"]');
  const parts = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
        ({ dataset }) => dataset.part,
      ),
    );
  await waitFor(async () => expect(await parts()).toEqual(['scores']));
  await step.css('input[type="range"]').press('End');
  await waitFor(async () => expect(await said(page, 'text.score.middle')).toContain('30'));
  expect(await parts()).toEqual(['scores']);
  const worked = () => page.css('.scene-stage .scene-worked').text();
  expect((await worked()).trim()).toBe('');
  await step.get('radio', { name: /^More, if/ }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+Softmax sees only differences/);
  await waitFor(async () => expect(await parts()).toEqual(['scores', 'weights']));
  await waitFor(async () => expect(await worked()).toContain('÷'));
  await says(page, 'text.weight.middle', ['50%', '50%']);
  await step.css('input[type="range"]').press('Home');
  await says(page, 'text.weight.middle', ['11.1%', '11.1%']);
});

once(
  'a link restores the number of heads; the query turns to other words',
  async ({ page, site }) => {
    await openSite(page, site, 'multi-head/#count?heads=16');
    await says(page, '.number-of-moment', ['1,048,576', '160,000']);
    await shows(page, '.scene-chip', 'Yours: Heads = 16');
    await page.css('[data-step="count"]').get('radio', { name: /^1$/ }).click();
    await says(page, '.number-of-moment', ['1,048,576', '10,000']);

    await openSite(page, site, 'multi-head/#narrow');
    await says(page, 'text.to', ['dog']);
    const found = new Set<string | undefined>();
    const turn = page.css('[data-step="narrow"] input[type="range"]');
    for (let i = 0; i < 8; i++) {
      await turn.press('PageUp');
      for (const word of await said(page, 'text.to')) found.add(word);
    }
    expect(found.size).toBeGreaterThan(1);
    expect(found.has('boys')).toBe(false);
  },
);
