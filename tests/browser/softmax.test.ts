// SPDX-License-Identifier: MIT
// The lesson "softmax" as a reader works with it: numbers, controls, pictures.

import { reads } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { box, isDisabled, largest, test } from './support/softmax.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const norm = (page: Page) => page.css('.result .norm').text();

const row = async (page: Page, index: number) =>
  Promise.all(
    (await page.css('.stages tbody tr').nth(index).get('cell').all()).map((cell) => cell.text()),
  );

test('the document’s entries show the golden numbers', async ({ page }) => {
  expect(await largest(page)).toBe('0.9479');
  expect(await norm(page)).toBe('0.07026');
  expect(await page.css('.result .entropy').text()).toBe('0.2618');
  expect(await row(page, 0)).toEqual(['1', '1', '2.718', '0.01736', '0.01736', '0.125', '0.01736']);
  expect(await row(page, 3)).toEqual(['5', '5', '148.4', '0.9479', '0.9479', '0.625', '−0.05209']);
  expect(await page.css('al-heat-map').text()).toContain('0.0494');
  expect(await page.css('.math-block .output').nth(2).text()).toBe('0.07026');
});

test('entries and temperature move by slider, by box and by keyboard', async ({ page }) => {
  const slider = page.css('.entry-slider input[type="range"]').nth(3);
  await slider.setRange(1);
  await reads(() => largest(page), '0.25');
  await slider.press('ArrowRight');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '1.1');
  const reached = await slider.dragRange(5);
  expect(Math.abs(reached - 5)).toBeLessThan(0.5);
  await box(page, 'Entry x₄').fill('5');
  await box(page, 'Temperature T').fill('2');
  await reads(() => norm(page), '0.3058');
  await box(page, 'Temperature T').fill('4');
  await reads(() => norm(page), '0.4144');
  await page.css('.temperature-slider input[type="range"]').press('Home');
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '0.01');
  await reads(() => largest(page), '1');
});

once('the cursor of the second picture moves the last entry', async ({ page }) => {
  const cursor = page.get('slider', { name: 'Marker of x₄' });
  await cursor.press('ArrowLeft');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '4.8');
  await cursor.press('End');
  await waitFor(async () => (await box(page, 'Entry x₄').value()) === '10');
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: -60, y: 0 } });
  await waitFor(async () => Number(await box(page, 'Entry x₄').value()) < 10);
});

once('each loss sends back its own gradient', async ({ page }) => {
  await box(page, 'Entry x₄').fill('10');
  await page.get('radio', { name: 'loss gradient' }).click();
  const marker = () => page.css('al-curve-plot .marker-label').text();
  await reads(marker, '−0.00037009');
  await page.get('radio', { name: 'x₁' }).click();
  await reads(marker, '0.99963');
  await page.get('radio', { name: 'loss' }).click();
  await reads(marker, '9.0004');
});

once('standardising is a temperature, and equal entries have none', async ({ page }) => {
  await page.get('radio', { name: 'standardise x' }).click();
  await reads(() => norm(page), '0.3058');
  const note = page.css('.standardised');
  expect(await note.text()).toContain('standard deviation 2');
  expect(await note.text()).toContain('Skewness before 1.1547, after 1.1547');
  expect(await isDisabled(box(page, 'Temperature T'))).toBe(true);
  await box(page, 'Entry x₄').fill('1');
  await waitFor(async () => (await page.css('.result').text()).startsWith('No weights'));
  expect(await page.css('.result').text()).toContain('standard deviation is 0');
  expect(await page.css('main').text()).not.toContain('NaN');
  expect(await page.axe()).toEqual([]);
});

once('plain shares go below 0, beyond 1, or away', async ({ page }) => {
  await box(page, 'Entry x₁').fill('-4');
  await waitFor(async () => (await row(page, 0))[5] === '−1.333');
  await box(page, 'Entry x₁').fill('-7');
  await waitFor(async () => (await page.css('.bench').nth(0).text()).includes('sum to 0'));
  await reads(() => largest(page), '0.9647');
  expect(await page.css('main').text()).not.toContain('NaN');
});

once('the naive form overflows in float32, and the page says why', async ({ page }) => {
  await box(page, 'Temperature T').fill('0.05');
  await waitFor(async () => (await row(page, 3))[1] === '100');
  expect(await page.css('.naive-note').count()).toBe(0);
  await page.get('radio', { name: 'float32' }).click();
  await waitFor(async () => (await row(page, 3))[4] === 'NaN');
  expect(await page.css('.naive-note').text()).toContain('too large for float32');
  expect((await row(page, 3))[3]).toBe('1');
});

once('entries come and go, and the right one stays among them', async ({ page }) => {
  const add = page.get('button', { name: 'Add an entry' });
  const remove = page.get('button', { name: 'Remove the last' });
  await add.click();
  await add.click();
  await waitFor(async () => (await page.css('.stages tbody tr').count()) === 6);
  expect(await isDisabled(add)).toBe(true);
  for (let left = 5; left >= 1; left--) {
    await remove.click();
    await waitFor(async () => (await page.css('.stages tbody tr').count()) === left);
  }
  await waitFor(() => add.isFocused());
  expect(await page.get('radio', { name: 'x₁' }).isChecked()).toBe(true);
});

once('what a box cannot take is said beside it, and nothing is lost', async ({ page }) => {
  await box(page, 'Temperature T').fill('0');
  const alert = page.css('.temperature-slider .field-error');
  await waitFor(async () => (await alert.text()) !== '');
  expect(await alert.text()).toBe(
    'Temperature T: expected a number from 0.01 to 100, got 0. The last good value stays.',
  );
  expect(await largest(page)).toBe('0.9479');
});

once('pointing at an entry marks it in every picture', async ({ page }) => {
  await box(page, 'Entry x₁').focus();
  await waitFor(async () => (await page.css('al-paired-bars .bar.active .label').count()) === 1);
  expect(await page.css('al-paired-bars .bar.active .label').text()).toBe('x₁');
  expect(await page.css('.stages tr.active').get('rowheader').text()).toBe('x₁');
  expect(await page.css('al-heat-map .heat-row.active').count()).toBe(1);
  expect(await page.css('.active-term').count()).toBe(1);
});
