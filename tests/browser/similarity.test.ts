// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" in a browser: arrows, search and mix in the figure, the beats (the passages of its
// text), and Verify (the part with its claims).
import { chooseLanguage, openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('similarity/');
const once = inOneEngine(test);

const box = (page: Page, name: string | RegExp) => page.get('spinbutton', { name });
const figure = (page: Page, name: 'Arrows' | 'Search' | 'Mix') =>
  page.css('.stage').get('radio', { name }).click();
const more = (page: Page) => page.get('button', { name: 'More' }).click();
const main = (page: Page) => () => text(page, '.main-number .result-number');
const area = (page: Page) => page.css('.vector-plane .area').attribute('d');
/** The CSS selector of a recipe's weight in the table of the search. `index` counts the recipes from 1. */
const weight = (index: number) => `.titles tbody tr:nth-child(${index}) .weight`;

test('arrows move by box, key and pointer, and the longer key gets more weight', async ({
  page,
  site,
}) => {
  await reads(main(page), '9.5');
  await openSite(page, site, 'similarity/#?query=1,0&key=1,0&other=5,4');
  await more(page);
  await box(page, 'k₂, up').fill('5');
  await reads(main(page), '5');
  await shows(page, '.main-number', 'Higher score: k₂');
  await shows(page, '.main-number', 'k₂ is farther from q in angle');
  await shows(page, '.readings', '45°');
  const hatched = await area(page);
  await page.get('slider', { name: 'Key k₂' }).press('ArrowLeft', 'Shift+ArrowDown');
  await waitFor(async () => (await box(page, 'k₂, across').value()) === '4.9');
  expect(await box(page, 'k₂, up').value()).toBe('4');
  expect(await area(page)).toBe(hatched);
  await page.css('.tip.other .grip').drag({ by: { x: 20, y: 40 } });
  await waitFor(async () => Number(await box(page, 'k₂, across').value()) > 5);
  expect(Number(await box(page, 'k₂, up').value())).toBeLessThan(3);
  await page.get('radio', { name: 'cosine' }).click();
  await waitFor(async () => (await area(page)) === '');
  await box(page, 'q, across').fill('0');
  await shows(page, '.main-number', 'no direction');
  expect(await text(page, '.stage')).not.toContain('NaN');
});

once(
  'a beat shows how a longer key gets more weight, and the formula has its numbers',
  async ({ page }) => {
    const beat = (id: string) => page.css(`[data-beat="${id}"]`);
    await beat('stretch').get('button', { name: 'Show me' }).click();
    await reads(main(page), '14.3');
    await shows(page, '.main-number', 'Higher score: k₂');
    const number = beat('stretch').get('slider', { name: 'Key k₂ 2' });
    await waitFor(async () => (await number.text()) === '5.5');
    await number.press('ArrowDown');
    await waitFor(async () => (await number.text()) === '5.4');
    const formula = beat('formula').css('.math-block').nth(1);
    await waitFor(async () => (await formula.text()).includes('14.2'));
    await beat('formula').get('button', { name: 'Show me' }).click();
    await waitFor(async () => (await area(page)) === '');
    await shows(page, '.main-number', 'Higher score: k₁');
  },
);

once('a search is typed or picked, and sharpens at low temperature', async ({ page }) => {
  await figure(page, 'Search');
  const search = page.get('textbox', { name: 'Search' });
  expect(await search.value()).toBe('ginger tea');
  await shows(page, weight(6), '57.5%');
  await reads(main(page), '31.57');
  await search.fill('three eggs, egg egg and tea');
  await shows(page, '.search-unknown', 'three and and');
  await shows(page, weight(3), '45.4%');
  await more(page);
  expect(await page.get('button', { name: 'egg ×3' }).attribute('aria-pressed')).toBe('true');
  await box(page, 'Temperature T').fill('0.01');
  await shows(page, '.main-number', 'Most weight: Tea eggs, 100%');
  expect(await text(page, weight(1))).toBe('<0.1%');
  await reads(main(page), '60');
  for (const name of ['egg ×3', 'tea']) await page.get('button', { name }).click();
  await shows(page, '.main-number', 'All titles have the same weight');
  await page.get('radio', { name: 'cosine' }).click();
  await shows(page, '.main-number', 'No weights');
  expect(await page.axe()).toEqual([]);
  await page.get('button', { name: 'honey' }).press('Enter');
  await page.get('button', { name: 'milk' }).press('Space');
  await shows(page, '.main-number', 'Milk tea with honey');
  expect(await search.value()).toBe('honey milk');
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => (await page.css('.search-text').value()) === '蜂蜜 奶');
  await page.css('.search-text').fill('蜂蜜薑茶');
  await waitFor(async () => (await page.url()).includes('words=1,1,0,0,1,0,0,0,0'));
});

once('changing a content moves the output but no weight', async ({ page }) => {
  await figure(page, 'Mix');
  const notes = async () =>
    Promise.all((await page.css('.mix-note').all()).map((note) => note.text()));
  const before = await notes();
  expect(before[5]).toBe('Tea, tea, tea: milk, honey, lemon 57.5%');
  const rice = page.get('slider', { name: 'Egg fried rice' });
  await rice.press('ArrowRight', 'Shift+ArrowDown');
  await waitFor(
    async () => (await rice.attribute('aria-valuetext')) === '16 minutes, 590 kilocalories',
  );
  await page
    .css('.mix-point .grip')
    .nth(5)
    .drag({ by: { x: 60, y: -30 } });
  await waitFor(async () => Number(await main(page)()) > 33);
  expect(await notes()).toEqual(before);
});

once(
  'every guess in the beats has its own feedback, and the stage shows the outcome',
  async ({ page }) => {
    const outcomes = [
      ['winner', /^k₁: it has/, 'Not quite', 'q·k₁ is 6, q·k₂ is 9'],
      ['value', 'It stays the same.', 'Correct', 'from 31.6 to 54.6 minutes'],
    ] as const;
    expect(await page.css('.predict-outcome p').count()).toBe(0);
    for (const [id, guess, verdict, words] of outcomes) {
      const beat = page.css(`[data-beat="${id}"]`);
      await beat.get('radio', { name: guess }).click();
      await beat.get('button', { name: 'Commit to this guess' }).click();
      for (const part of [verdict, words])
        await waitFor(async () => (await beat.css('.predict-outcome').text()).includes(part));
    }
    await reads(main(page), '54.58');
    const check = page.css('[data-beat="check"]');
    const question = await check.text();
    expect(question).toMatch(/Query \(\d, \d\)/);
    await check.get('radio', {}).nth(0).click();
    await check.get('button', { name: 'Check my answer' }).click();
    await waitFor(async () => (await check.css('.predict-outcome').text()) !== '');
    await check.get('button', { name: 'Another question' }).click();
    await waitFor(async () => (await check.text()) !== question);
    expect(await page.axe()).toEqual([]);
  },
);

once(
  'in Verify, the five steps show their matrices, and shapes that do not fit are refused',
  async ({ page, site }) => {
    await openSite(page, site, 'similarity/verify/');
    expect(await text(page, '.stages tbody tr:nth-child(6) .weight')).toBe('0.5753');
    await box(page, 'Minutes of Egg fried rice').fill('20');
    await waitFor(async () => (await page.url()).includes('minutes=10,8,60,25,20,40'));
    expect(await text(page, '.matrices')).toContain('Kᵀ (9, 6)');
    const next = page.get('button', { name: 'Next step' });
    await next.click();
    await shows(page, '.matrices', 'divided scores (1, 6)');
    await next.click();
    await page.get('radio', { name: /^6 Tea/ }).click();
    await shows(page, '.matrices', '−∞');
    await page.get('radio', { name: '5 MatMul' }).click();
    await shows(page, '.matrices', 'V (6, 2)');
    expect(await text(page, '.matrices')).toContain('output (1, 2)');
    expect(await text(page, '.stages tbody tr:nth-child(6) .weight')).toBe('0');
    expect(await page.css('.steps .active-term').text()).toBe('V');
    await shows(page, '.shape.output', '(2, 4, 2, 7)');
    await box(page, 'd_q of the query').fill('4');
    await shows(page, '.refused', 'keys');
    expect(await text(page, '.refused')).toContain('(2, 4, 5, 3)');
    expect(await page.css('.shape.output').count()).toBe(0);
  },
);

once('in Verify, every claim gets its verdict and its figure', async ({ page, site }) => {
  await openSite(page, site, 'similarity/verify/');
  const verdicts = {
    ...{ angle: 'condition', similar: 'condition', score: 'fails', product: 'condition' },
    ...{
      hull: 'condition',
      formula: 'holds',
      transpose: 'holds',
      twice: 'fails',
      width: 'holds',
    },
    ...{ dimensions: 'condition', shapes: 'condition', heads: 'condition', whole: 'condition' },
    arguments: 'condition',
    notebook: 'holds',
  };
  const card = (id: string) => page.css(`[data-experiment="${id}"]`);
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    await card(id).get('button', { name: 'Put it to the test' }).click();
    expect(await card(id).css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await card('twice').text()).toContain('13.44');
  for (const [id, picture] of [
    ['angle', '.stage'],
    ['formula', '.steps'],
    ['shapes', '.shapes-bench'],
  ] as const) {
    await card(id).get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css(picture).isFocused());
  }
  expect(await text(page, '.shape.output')).toBe('(2, 4, 4, 2)');
  const exceed = page.css('al-predict');
  await exceed.get('radio', { name: 'Only at a very low temperature.' }).click();
  await exceed.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await exceed.text()).includes('2,448 searches'));
  await reads(main(page), '60');
  expect(await page.axe()).toEqual([]);
});

test('a deep link to Verify restores every field, and a bad one reports what is missing', async ({
  page,
  site,
}) => {
  const link =
    'query=1,2&key=-3,0.5&other=0,4&measure=scaled&words=0,0,0,0,2,1,0,0,0&minutes=1,2,3,4,5,6&energy=7,8,9,10,11,12&temperature=0.5&hidden=2&step=mask&sides=1,2,4,4,5&precision=float32';
  await openSite(page, site, `similarity/verify/#?${link}`);
  await more(page);
  expect(await box(page, 'k₁, across').value()).toBe('-3');
  expect(await box(page, 'Minutes of Tea eggs').value()).toBe('3');
  expect(await page.get('radio', { name: /^2 Milk/ }).isChecked()).toBe(true);
  expect(await text(page, '.shape.output')).toBe('(2, 4, 1, 5)');
  expect(await page.get('radio', { name: 'float32' }).isChecked()).toBe(true);
  await figure(page, 'Search');
  expect(await page.get('textbox', { name: 'Search' }).value()).toBe('tea tea egg');
  expect(await box(page, 'Temperature T').property<boolean>('disabled')).toBe(true);
  await openSite(page, site, 'similarity/#?query=5');
  await shows(page, '.notice', 'Query q: too few numbers (5); 4,1 is used.');
});
