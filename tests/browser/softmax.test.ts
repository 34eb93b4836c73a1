// SPDX-License-Identifier: MIT
// Tests the lesson "softmax" in a browser: the steps that the reader changes, its question, and the figure of its page
// Verify with the controls, the tables and the curves.
import { openSite, reads, shows, text } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { box, isDisabled, largest, test } from './support/softmax.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const once = inOneEngine(test);

const columns = async (page: Page) =>
  Promise.all((await page.css('.columns .number').all()).map((number) => number.text()));

const row = async (page: Page, index: number) =>
  Promise.all(
    (await page.css('.stages tbody tr').nth(index).get('cell').all()).map((cell) => cell.text()),
  );

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

const more = (page: Page) => page.get('button', { name: 'More' }).click();

test('the fourth score changes its own weight and all others', async ({ page, site }) => {
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

test('the temperature divides the scores in the figure, and the address contains it', async ({
  page,
  site,
}) => {
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
  await shows(page, '[data-step="temperature"] > .visually-hidden', 'At temperature 4, the scores');
  await waitFor(async () => expect(await page.url()).toContain('#temperature?temperature=4'));
});

test('the weights of the question are absent from the figure until the reader has answered', async ({
  page,
  site,
}) => {
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
  await shows(page, '.predict-outcome', /^Correct\.\s+It is 47\.5%\. The lead of 4 has become 1/);
  await showsWeights(page, '17.5%', '17.5%', '17.5%', '47.5%');
});

test('scores and temperature move by slider, by box and by keyboard', async ({ page }) => {
  expect(await largest(page)).toBe('0.9479');
  expect(await columns(page)).toEqual(['1.7%', '1.7%', '1.7%', '94.8%']);
  const slider = page.css('.stage-controls input[type="range"]').nth(0);
  await slider.setRange(1);
  await reads(() => largest(page), '0.25');
  await slider.press('ArrowRight');
  await waitFor(async () => (await box(page, 'Score x₄').value()) === '1.1');
  const reached = await slider.dragRange(5);
  expect(Math.abs(reached - 5)).toBeLessThan(0.5);
  await box(page, 'Score x₄').fill('5');
  await box(page, 'Temperature T').fill('4');
  await reads(() => largest(page), '0.4754');
  await page.css('.stage-controls input[type="range"]').nth(1).press('Home');
  await waitFor(async () => (await box(page, 'Temperature T').value()) === '0.01');
  await reads(() => largest(page), '1');
});

once(
  'arrows show a column of the Jacobian, and vanish if one weight is nearly 1',
  async ({ page }) => {
    await page.get('radio', { name: 'Nudge' }).click();
    await waitFor(async () => (await page.css('.columns .arrow.up').count()) === 1);
    expect(await page.css('.columns .arrow.down').count()).toBe(3);
    await shows(page, '.main-number', '0.07026');
    await box(page, 'Score x₄').fill('1');
    await shows(page, '.main-number', '0.433');
    await box(page, 'Score x₄').fill('30');
    await waitFor(async () => (await page.css('.columns .arrow').count()) === 0);
  },
);

once('the column of the score with the focus is highlighted', async ({ page }) => {
  await more(page);
  expect(await page.css('.columns .column.active').count()).toBe(0);
  await box(page, 'Score x₁').focus();
  await shows(page, '.columns .column.active .label', 'x₁ = 1');
});

once('up to six scores can be added and removed', async ({ page }) => {
  await more(page);
  const add = page.get('button', { name: 'Add an entry' });
  const remove = page.get('button', { name: 'Remove the last' });
  await add.click();
  await add.click();
  await waitFor(async () => (await columns(page)).length === 6);
  expect(await isDisabled(add)).toBe(true);
  for (let left = 5; left >= 1; left--) {
    await remove.click();
    await waitFor(async () => (await columns(page)).length === left);
  }
  expect(await isDisabled(remove)).toBe(true);
});

once('a box shows a message for invalid input and loses nothing', async ({ page }) => {
  await box(page, 'Temperature T').fill('0');
  const alert = page.css('[field="temperature"] .field-error');
  await waitFor(async () => (await alert.text()) !== '');
  expect(await alert.text()).toBe(
    'Temperature T: expected a number from 0.01 to 100, got 0. The last good value stays.',
  );
  expect(await largest(page)).toBe('0.9479');
});

once(
  'Verify shows every stage, the plain shares, the Jacobian and the curves',
  async ({ page }) => {
    expect(await row(page, 3)).toEqual([
      '5',
      '5',
      '148.4',
      '0.9479',
      '0.9479',
      '0.625',
      '−0.05209',
    ]);
    expect(await page.css('al-heat-map').text()).toContain('0.049');
    const cursor = page.get('slider', { name: 'Marker of x₄' });
    await cursor.press('ArrowLeft');
    await waitFor(async () => (await box(page, 'Score x₄').value()) === '4.8');
    await cursor.press('End');
    await waitFor(async () => (await box(page, 'Score x₄').value()) === '10');
    await page.get('radio', { name: 'loss gradient' }).click();
    const marker = () => page.css('al-curve-plot .marker-label').text();
    await reads(marker, '−0.0003701');
    await page.get('radio', { name: /^loss$/ }).click();
    await reads(marker, '0.0003702');
  },
);

once('in Verify standardising equals a temperature, except for equal scores', async ({ page }) => {
  await more(page);
  await page.get('radio', { name: 'standardise x' }).click();
  await reads(() => largest(page), '0.7112');
  expect(await isDisabled(box(page, 'Temperature T'))).toBe(true);
  await box(page, 'Score x₄').fill('1');
  await shows(page, '.main-number', 'No weights');
  expect(await page.css('.main-number').text()).toContain('standard deviation is 0');
  expect(await page.css('main').text()).not.toContain('NaN');
  expect(await page.axe()).toEqual([]);
});

once('in Verify the naive form overflows in float32, with an explanation', async ({ page }) => {
  await box(page, 'Temperature T').fill('0.05');
  await waitFor(async () => (await row(page, 3))[1] === '100');
  expect(await page.css('.naive-note').count()).toBe(0);
  await more(page);
  await page.get('radio', { name: 'float32' }).click();
  await waitFor(async () => (await row(page, 3))[4] === 'NaN');
  expect(await page.css('.naive-note').text()).toContain('too large for float32');
  expect((await row(page, 3))[3]).toBe('1');
});
