// SPDX-License-Identifier: MIT
// Tests the lesson "order" in a browser: its controls, its question, and its page Verify with words to move, the mask,
// position vectors and the claims.
import { chooseLanguage, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('order/verify/');
const once = inOneEngine(test);

/** The words from left to right, separated by spaces. */
const sentence = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.placed-word')]
      .toSorted((a, b) => Number(a.ariaValueNow) - Number(b.ariaValueNow))
      .map((word) => word.ariaLabel)
      .join(' '),
  );
const hasSentence = (page: Page, expected: string) =>
  waitFor(async () => {
    const found = await sentence(page);
    if (found !== expected) throw new Error(`it is "${found}", not "${expected}"`);
    return true;
  });

/** The texts below the words, one for each word. A text is "=" if the word's output has not changed. */
const changes = async (page: Page) =>
  Promise.all((await page.css('.word-change').all()).map((change) => change.text()));
const kept = async (page: Page) => (await changes(page)).filter((change) => change === '=').length;
const keeps = (page: Page, count: number) => waitFor(async () => (await kept(page)) === count);

const word = (page: Page, name: string) => page.get('slider', { name });
const shuffle = (page: Page) => page.get('button', { name: 'Shuffle' });

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

test('words move by pointer and keys, and their outputs move with them', async ({ page }) => {
  await hasSentence(page, 'the dog saw a cat');
  await word(page, 'dog').press('End');
  await hasSentence(page, 'the saw a cat dog');
  expect(await word(page, 'dog').isFocused()).toBe(true);
  await word(page, 'dog').press('ArrowLeft');
  await hasSentence(page, 'the saw a dog cat');
  await waitFor(async () => (await page.url()).includes('order=1,3,4,2,5'));
  expect(await changes(page)).toEqual(['=', '=', '=', '=', '=']);
  expect(await word(page, 'dog').attribute('aria-valuetext')).toBe(
    'place 4 of 5, output unchanged',
  );
  await word(page, 'the').drag({ onto: word(page, 'cat') });
  await hasSentence(page, 'saw a dog cat the');
  await keeps(page, 5);
});

once('every shuffle gives the same outputs, unless there is a mask', async ({ page }) => {
  await hasSentence(page, 'the dog saw a cat');
  const seen = new Set<string>();
  for (let i = 0; i < 6; i++) {
    const before = await sentence(page);
    await shuffle(page).click();
    await waitFor(async () => (await sentence(page)) !== before);
    seen.add(await sentence(page));
    await keeps(page, 5);
  }
  expect(seen.size).toBe(6);
  await shows(page, '.main-number', 'Order makes no difference');
  await page.get('radio', { name: 'Causal' }).click();
  await shows(page, '.main-number', 'Outputs depend on the order');
  expect(await kept(page)).toBeLessThan(5);
  expect(await page.axe()).toEqual([]);
});

once(
  'positions distinguish two orders, and their dot products are a figure',
  async ({ page, site }) => {
    await openSite(page, site, 'order/verify/#?order=1,5,3,4,2&positions=sinusoidal');
    await hasSentence(page, 'the cat saw a dog');
    await keeps(page, 0);
    await page.get('radio', { name: 'Positions' }).click();
    await shows(page, '.main-number', 'Only the distance of two places counts');
    expect(await page.css('al-heat-map .heat-row').count()).toBe(16);
    await page.get('radio', { name: 'Learned' }).click();
    await shows(page, '.main-number', 'The places themselves count');
  },
);

once(
  'the sentence is in the reader’s language, and the order does not change',
  async ({ page, site }) => {
    await openSite(page, site, 'order/verify/#?order=1,5,3,4,2');
    await hasSentence(page, 'the cat saw a dog');
    await chooseLanguage(page, 'zh-Hant');
    await hasSentence(page, '昨天 貓 看到 了 狗');
    await chooseLanguage(page, 'zh-Hans');
    await hasSentence(page, '昨天 猫 看见 了 狗');
  },
);

once('a link with a duplicate word is repaired with a notice', async ({ page, site }) => {
  await openSite(page, site, 'order/verify/#?order=1,1,2,3,4');
  await shows(page, '.notice', 'Order of the words');
  await hasSentence(page, 'the dog saw a cat');
});

once('Verify decides three claims', async ({ page }) => {
  expect(await page.css('.experiment').count()).toBe(3);
  for (const experiment of await page.css('.experiment').all()) {
    await experiment.css('.experiment-head button').click();
    // A result moves the buttons below it, so a press that was aimed before the result could miss its button.
    await experiment.css('.verdict').box();
  }
  expect(await page.css('.experiments').text()).toContain('Over all 120 orders');
});
