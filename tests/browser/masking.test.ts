// SPDX-License-Identifier: MIT
// The lesson "masking" as a reader works with it.
import { openSite, reads } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/masking');
const once = inOneEngine(test);

const leak = (page: Page) => page.css('.result-number').text();
const seen = (page: Page) => page.css('.result .seen').text();
const cell = (page: Page, name: string) => page.get('button', { name: new RegExp(`^${name}:`) });
const edge = (page: Page, name: string) => page.get('slider', { name: `Valid length of ${name}` });
const choose = (page: Page, group: string, name: string) =>
  page.css(`.${group}-choice`).get('radio', { name }).click();

test('edges, cells and order say who sees whom, by pointer and by keys', async ({ page }) => {
  expect(await seen(page)).toBe('2 of 5');
  const { width } = await cell(page, 'q₂ and k₁').box();
  await edge(page, 'q₂').drag({ by: { x: 2 * width, y: 5 } });
  await reads(() => seen(page), '4 of 5');
  expect(await edge(page, 'q₂').attribute('aria-valuetext')).toBe('4 of 5 keys');
  await edge(page, 'q₂').press('Home');
  await reads(() => seen(page), '0 of 5');
  await reads(() => leak(page), '1');
  expect(await page.css('.empty-note').text()).toContain('You chose equal weights');
  await choose(page, 'emptyRow', 'NaN');
  await reads(() => leak(page), 'NaN');
  await choose(page, 'treatment', 'lowered by 10⁹');
  await waitFor(async () => (await page.css('.empty-note').text()).includes('no effect'));
  await choose(page, 'precision', 'float32');
  await waitFor(async () => (await page.css('.empty-note').text()).includes('no room'));

  await edge(page, 'q₂').press('End', 'ArrowLeft');
  await reads(() => seen(page), '4 of 5');
  await cell(page, 'q₂ and k₃').click();
  await reads(() => seen(page), '3 of 5');
  expect(await cell(page, 'q₂ and k₃').name()).toBe('q₂ and k₃: score 0.5, hidden by hand');
  await cell(page, 'q₂ and k₃').press('ArrowLeft', 'Space');
  await reads(() => seen(page), '2 of 5');
  await page.keys('ArrowDown', 'Home', 'Enter');
  await reads(() => page.css('.bench-weights h2').text(), 'What q₃ looks at');
  expect(await cell(page, 'q₃ and k₁').isFocused()).toBe(true);
  await cell(page, 'q₃ and k₅').click();
  expect(await cell(page, 'q₃ and k₅').attribute('aria-pressed')).toBe('false');
  expect(await page.css('.mask-readout').text()).toContain('hidden: the length is 4');

  await page.get('button', { name: 'Reset' }).click();
  await choose(page, 'lensKind', 'one for all');
  await edge(page, 'all queries').press('ArrowRight');
  await reads(() => seen(page), '4 of 5');
  await choose(page, 'causal', 'on');
  await reads(() => seen(page), '2 of 5');
  await choose(page, 'convention', 'hide');
  await reads(() => seen(page), '3 of 5');
  expect(await cell(page, 'q₂ and k₁').attribute('aria-pressed')).toBe('false');
  await waitFor(async () => (await page.url()).includes('convention=hide'));
});

once(
  'a low number leaks, a tensor keeps what was written, equal keys test nothing',
  async ({ page }) => {
    for (const [id, guess, part] of [
      [0, /^Equal shares/, '20%'],
      [1, /^The first key/, '33.3%'],
      [2, /^Three/, '0.4191'],
    ] as const) {
      const predict = page.css('al-predict').nth(id);
      expect(await predict.css('.predict-outcome').text()).toBe('');
      await predict.get('radio', { name: guess }).click();
      await predict.get('button', { name: 'Commit to this guess' }).click();
      await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(part));
    }
    const leaks = (index: number) => page.css('.fills-bench .result-more dd').nth(index).text();
    const size = page.get('spinbutton', { name: 'Size of the scores' });
    await size.fill('10000');
    await reads(() => leaks(1), '1');
    expect(await leaks(2)).toBe('0');
    await page.css('.size-slider input[type="range"]').press('End');
    await reads(() => leaks(4), '1');
    expect([await leaks(0), await leaks(5)]).toEqual(['0', '0']);
    await size.fill('0');
    await waitFor(async () => (await page.css('.size-slider .field-error').text()) !== '');

    const used = () => page.css('.used tbody tr').nth(1).text();
    expect(await used()).toBe('1·2 3 2 ≠ 3');
    await page.get('spinbutton', { name: 'First call, matrix 1' }).fill('4');
    await reads(used, '1·2 3 3 3');

    const output = () => page.css('.sample-output tbody').text();
    const printed = 'matrix 1 2 3 4 5 matrix 2 10 11 12 13';
    expect(await output()).toBe(printed);
    await page.get('button', { name: 'Draw anew' }).click();
    await choose(page, 'score', 'dot product');
    await reads(() => page.get('spinbutton', { name: 'Seed' }).value(), '2');
    expect(await output()).toBe(printed);
    await choose(page, 'keys', 'drawn');
    await waitFor(async () => (await output()) !== printed);

    const card = page.css('[data-experiment="inplace"]');
    await card.get('button', { name: 'Put it to the test' }).click();
    expect(await card.css('.verdict').attribute('data-verdict')).toBe('fails');
    await card.get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css('.twice-bench').isFocused());
    expect(await used()).toBe('1·2 3 2 ≠ 3');
  },
);

test('a deep link restores every field; a bad one is repaired', async ({ page, site }) => {
  const mask = Array.from({ length: 25 }, (_, i) => (i === 20 ? 0 : 1));
  await openSite(
    page,
    site,
    `#/masking?v=1&row=5&mask=${mask}&lensKind=one&len=4&lens=1,2,3,4,5&causal=on&convention=keep` +
      '&treatment=fill6&emptyRow=zeros&size=500&firstLens=1,4&score=dot&keys=drawn&seed=9&precision=float32',
  );
  expect(await seen(page)).toBe('3 of 5');
  const boxes = ['Size of the scores', 'First call, matrix 1', 'First call, matrix 2', 'Seed'];
  const radios = ['q₅', 'one for all', 'on', 'keep', '−10⁶', 'dot product', 'drawn', 'float32'];
  expect(await Promise.all(boxes.map((name) => page.get('spinbutton', { name }).value()))).toEqual([
    '500',
    '1',
    '4',
    '9',
  ]);
  for (const name of radios) expect(await page.get('radio', { name }).isChecked(), name).toBe(true);
  expect(await edge(page, 'all queries').attribute('aria-valuenow')).toBe('4');

  await openSite(page, site, '#/masking?lens=9,x&treatment=soft&size=0');
  await waitFor(async () => (await page.css('.notice').count()) === 1);
  const notice = await page.css('.notice').text();
  for (const part of ['Valid lengths of the queries', '“soft”', 'Size of the scores'])
    expect(notice).toContain(part);
  expect(await seen(page)).toBe('2 of 5');
});
