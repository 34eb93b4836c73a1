// SPDX-License-Identifier: MIT
// The lesson "similarity" as a reader works with it.
import { chooseLanguage, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/similarity');
const once = inOneEngine(test);

const box = (page: Page, name: string | RegExp) => page.get('spinbutton', { name });

/** Waits until a part of the page reads as expected. */

const weight = (index: number) => `.stages tbody tr:nth-child(${index + 1}) .weight`;
const area = (page: Page) => page.css('.vector-plane .area').attribute('d');

test('arrows move by box, key and pointer, and the longer key overtakes', async ({
  page,
  site,
}) => {
  expect(await text(page, '.key-score')).toBe('9.5');
  await openSite(page, site, '#/similarity?query=1,0&key=1,0&other=5,4');
  await box(page, 'k₂, up').fill('5');
  await shows(page, '.other-score', '5');
  expect(await text(page, '.key-score')).toBe('1');
  expect(await text(page, '.result-verdict')).toContain('k₂ is farther from the query in angle');
  await shows(page, '.readings', '45°');
  const hatched = await area(page);
  await page.get('slider', { name: 'Key k₂' }).press('ArrowLeft', 'Shift+ArrowDown');
  await waitFor(async () => (await box(page, 'k₂, across').value()) === '4.9');
  expect(await box(page, 'k₂, up').value()).toBe('4');
  expect(await area(page)).toBe(hatched);
  await page.css('.tip.other .grip').drag({ by: { x: 40, y: 80 } });
  await waitFor(async () => Number(await box(page, 'k₂, across').value()) > 5);
  expect(Number(await box(page, 'k₂, up').value())).toBeLessThan(3);
  await page.get('radio', { name: 'cosine' }).nth(0).click();
  await shows(page, '.plane-legend', 'Nothing is hatched');
  expect(await area(page)).toBe('');
  await box(page, 'q, across').fill('0');
  await shows(page, '.result-verdict', 'no direction');
  expect(await text(page, '.readings')).not.toContain('NaN');
});

once('a search is typed or picked, and hardens as it cools', async ({ page }) => {
  const search = page.get('textbox', { name: 'Search' });
  expect(await search.value()).toBe('ginger tea');
  expect(await text(page, weight(5))).toBe('0.5753');
  await search.fill('three eggs, egg egg and tea');
  await shows(page, '.search-unknown', 'three and and');
  await shows(page, weight(2), '0.4539');
  expect(await page.get('button', { name: 'egg ×3' }).attribute('aria-pressed')).toBe('true');
  await box(page, 'Temperature T').fill('0.01');
  await shows(page, '.search-bench .result', 'A hard look-up: Tea eggs');
  expect(await text(page, '.search-output')).toBe('60 minutes 80 kilocalories');
  for (const name of ['egg ×3', 'tea']) await page.get('button', { name }).click();
  await shows(page, '.search-bench .result', 'No title stands out');
  await page.get('radio', { name: 'cosine' }).nth(1).click();
  await shows(page, '.search-bench .result', 'No weights');
  expect(await page.axe()).toEqual([]);
  await page.get('button', { name: 'honey' }).press('Enter');
  await page.get('button', { name: 'milk' }).press('Space');
  await shows(page, '.search-bench .result', 'Milk tea with honey');
  expect(await search.value()).toBe('honey milk');
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => (await page.css('.search-text').value()) === '蜂蜜 奶');
  await page.css('.search-text').fill('蜂蜜薑茶');
  await waitFor(async () => (await page.url()).includes('words=1,1,0,0,1,0,0,0,0'));
});

once('a content moves the output, and no weight', async ({ page }) => {
  const before = await text(page, weight(5));
  const output = await text(page, '.stages tfoot');
  await page.get('slider', { name: 'Egg fried rice' }).press('ArrowRight', 'Shift+ArrowDown');
  await waitFor(async () => (await box(page, 'Minutes of Egg fried rice').value()) === '16');
  expect(await box(page, 'Kilocalories of Egg fried rice').value()).toBe('590');
  await page
    .css('.mix-point .grip')
    .nth(5)
    .drag({ by: { x: 60, y: -40 } });
  await waitFor(async () => Number(await box(page, /^Minutes of Tea, tea, tea/).value()) > 45);
  expect(await text(page, '.stages tfoot')).not.toBe(output);
  expect(await text(page, weight(5))).toBe(before);
});

once(
  'the five steps show their matrices, and shapes that do not fit are refused',
  async ({ page }) => {
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
    expect(await text(page, weight(5))).toBe('0');
    expect(await page.css('.steps .active-term').text()).toBe('V');
    await shows(page, '.shape.output', '(2, 4, 2, 7)');
    await box(page, 'd_q of the query').fill('4');
    await shows(page, '.refused', 'keys');
    expect(await text(page, '.refused')).toContain('(2, 4, 5, 3)');
    expect(await page.css('.shape.output').count()).toBe(0);
  },
);

once('questions hide their outcomes, and every statement gets its verdict', async ({ page }) => {
  const guesses = [/^k₁: it points/, 'It stays the same.', 'Only at a very low temperature.'];
  const outcomes = ['q·k₁ is 6 and q·k₂ is 9', '57.53% and is 57.53%', '2,448 searches'];
  expect(await page.css('.predict-outcome p').count()).toBe(0);
  for (const [i, guess] of guesses.entries()) {
    const predict = page.css('al-predict').nth(i);
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () =>
      (await predict.css('.predict-outcome').text()).includes(outcomes[i] ?? ''),
    );
  }
  expect(await page.css('.predict-result.hit').count()).toBe(1);
  await page.css('al-predict').nth(2).get('button', { name: 'See it in the picture' }).click();
  await waitFor(() => page.css('.search-bench').isFocused());
  expect(await text(page, '.search-output')).toBe('60 minutes 80 kilocalories');
  const verdicts = [
    ...['condition', 'condition', 'fails', 'condition', 'condition', 'holds'],
    ...['holds', 'fails', 'holds', 'condition', 'condition', 'condition', 'condition'],
  ];
  const cards = await page.css('.experiment').all();
  expect(cards).toHaveLength(verdicts.length);
  for (const [i, card] of cards.entries()) {
    await card.get('button', { name: 'Put it to the test' }).click();
    expect(await card.css('.verdict').attribute('data-verdict'), `${i}`).toBe(verdicts[i]);
  }
  expect(await text(page, '[data-experiment="twice"]')).toContain('13.44');
  await page
    .css('[data-experiment="formula"]')
    .get('button', { name: 'See it in the picture' })
    .click();
  await waitFor(() => page.css('.steps').isFocused());
  expect(await page.axe()).toEqual([]);
});

test('a deep link restores every field, and a bad one says what it lacks', async ({
  page,
  site,
}) => {
  await openSite(
    page,
    site,
    '#/similarity?v=1&query=1,2&key=-3,0.5&other=0,4&measure=scaled&words=0,0,0,0,2,1,0,0,0&minutes=1,2,3,4,5,6&energy=7,8,9,10,11,12&temperature=0.5&hidden=2&step=mask&sides=1,2,4,4,5&precision=float32',
  );
  expect(await box(page, 'k₁, across').value()).toBe('-3');
  expect(await page.get('textbox', { name: 'Search' }).value()).toBe('tea tea egg');
  expect(await box(page, 'Minutes of Tea eggs').value()).toBe('3');
  expect(await box(page, 'Temperature T').property<boolean>('disabled')).toBe(true);
  expect(await page.get('radio', { name: /^2 Milk/ }).isChecked()).toBe(true);
  expect(await text(page, '.shape.output')).toBe('(2, 4, 1, 5)');
  expect(await page.get('radio', { name: 'float32' }).isChecked()).toBe(true);
  await openSite(page, site, '#/similarity?query=5');
  await shows(page, '.notice', 'Query q: too few numbers (5); 4,1 is used.');
});
