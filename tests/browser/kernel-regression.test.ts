// SPDX-License-Identifier: MIT
// The lesson "kernel regression" as a reader works with it, on the built site.
import { prediction, showsPrediction } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/kernel-regression');
const once = inOneEngine(test);

const row = async (page: Page, index: number) =>
  Promise.all(
    (await page.css('section:not(.plane) .stages tbody tr').nth(index).get('cell').all()).map(
      (cell) => cell.text(),
    ),
  );

test('the document’s sample shows the golden numbers', async ({ page }) => {
  expect(await prediction(page)).toBe('45.5');
  expect((await row(page, 0)).slice(2, 7)).toEqual([
    '6',
    '−18',
    '1.523 × 10⁻⁸',
    '1.255 × 10⁻⁸',
    '5.022 × 10⁻⁷',
  ]);
  expect((await row(page, 1)).slice(2, 7)).toEqual(['1', '−0.5', '0.6065', '0.5', '21.5']);
  await page.get('radio', { name: 'float32' }).click();
  await showsPrediction(page, '45.5');
  expect((await row(page, 1))[5]).toBe('0.5');
});

test('the query moves by slider, by box and by its marker', async ({ page }) => {
  const slider = page.css('.query-slider input[type="range"]');
  await slider.setRange(51);
  await showsPrediction(page, '40');
  const box = page.get('spinbutton', { name: 'Query q' });
  const reached = await slider.dragRange(57);
  expect(Math.abs(reached - 57)).toBeLessThan(0.5);
  await waitFor(async () => Number(await box.value()) === reached);
  await box.fill('57');
  await showsPrediction(page, '45.5');

  const marker = page.get('slider', { name: 'Query marker' });
  await marker.press('ArrowRight');
  await waitFor(async () => (await box.value()) === '57.2');
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: 60, y: 0 } });
  await waitFor(async () => Number(await box.value()) > 58);
});

once('the bandwidth moves on a logarithmic scale, by slider and by box', async ({ page }) => {
  const box = page.get('spinbutton', { name: 'Bandwidth σ' });
  await box.fill('1000');
  await showsPrediction(page, '43.67');
  await page.css('.sigma-slider input[type="range"]').press('Home');
  await waitFor(async () => (await box.value()) === '0.01');
  await showsPrediction(page, '45.5');
});

once('each kernel and the printed sign give their prediction', async ({ page }) => {
  for (const [kernel, expected] of [
    ['Boxcar', '45.5'],
    ['Triangle', 'No prediction'],
    ['Dot product q·k', '48'],
    ['Gaussian', '45.5'],
  ] as const) {
    await page.css('.bench').nth(0).get('radio', { name: kernel }).click();
    await waitFor(async () => (await page.css('.result').text()).includes(expected));
  }
  await page.get('radio', { name: '+u²/2, as printed' }).click();
  await showsPrediction(page, '40');
});

once(
  'a query without a key in its window is explained, not shown as a number',
  async ({ page }) => {
    await page.get('radio', { name: 'Epanechnikov' }).click();
    await page.get('spinbutton', { name: 'Query q' }).fill('48');
    await waitFor(async () => (await page.css('.result').text()).startsWith('No prediction'));
    expect(await page.css('.result').text()).toContain('no key is nearer to the query');
    await page.get('radio', { name: 'Boxcar' }).click();
    await waitFor(async () =>
      (await page.css('.result').text()).includes('No key lies within σ = 1 of the query'),
    );
    expect(await page.css('main').text()).not.toContain('NaN');
  },
);

once('data change in the table and by dragging points', async ({ page }) => {
  await page.get('spinbutton', { name: 'Value 2' }).fill('53');
  await showsPrediction(page, '50.5');
  await page.get('button', { name: 'Add a pair' }).click();
  await waitFor(async () => (await page.css('section:not(.plane) .stages tbody tr').count()) === 4);
  expect(await page.get('spinbutton', { name: 'Key 4' }).value()).toBe('59');
  await page.get('button', { name: 'Remove pair 1' }).click();
  await waitFor(async () => (await page.css('section:not(.plane) .stages tbody tr').count()) === 3);
  await waitFor(() => page.get('button', { name: 'Remove pair 1' }).isFocused());
  expect(await page.get('spinbutton', { name: 'Key 1' }).value()).toBe('56');

  await page
    .css('al-curve-plot .point .grip')
    .nth(0)
    .drag({ by: { x: -40, y: -30 } });
  await waitFor(async () => Number(await page.get('spinbutton', { name: 'Key 1' }).value()) < 56);
  expect(Number(await page.get('spinbutton', { name: 'Value 1' }).value())).toBeGreaterThan(53);

  const before = Number(await page.get('spinbutton', { name: 'Key 2' }).value());
  await page.get('slider', { name: 'Key 2' }).press('ArrowRight', 'ArrowUp');
  await waitFor(
    async () => Number(await page.get('spinbutton', { name: 'Key 2' }).value()) > before,
  );
});

once('what a box cannot take is said beside it, and nothing is lost', async ({ page }) => {
  const sigma = page.get('spinbutton', { name: 'Bandwidth σ' });
  await sigma.fill('-3');
  const alert = page.css('.sigma-slider .field-error');
  await waitFor(async () => (await alert.text()) !== '');
  expect(await alert.text()).toBe(
    'Bandwidth σ: expected a number from 0.01 to 1000, got −3. The last good value stays.',
  );
  expect(await sigma.attribute('aria-invalid')).toBe('true');
  expect(await prediction(page)).toBe('45.5');
  await sigma.fill('2');
  await waitFor(async () => !(await alert.isVisible()));
  await showsPrediction(page, '45.47');
});

once('pointing at a key marks it in every picture', async ({ page }) => {
  await page.get('spinbutton', { name: 'Key 1' }).focus();
  await waitFor(async () => (await page.css('al-curve-plot .point.active').count()) === 1);
  expect(await page.css('al-bars .bar.active .label').text()).toBe('51');
  expect(await page.css('section:not(.plane) .stages tr.active').get('rowheader').text()).toBe('1');
  expect(await page.css('.active-term').count()).toBe(2);
  await page.css('al-bars .bar').nth(2).hover();
  await waitFor(
    async () =>
      (await page.css('section:not(.plane) .stages tr.active').get('rowheader').text()) === '3',
  );
});

once('every experiment gives its verdict', async ({ page }) => {
  const verdicts = {
    neighbours: 'holds',
    prediction: 'condition',
    weights: 'holds',
    'printed-sign': 'fails',
    normalised: 'condition',
    wide: 'holds',
    narrow: 'condition',
    dot: 'condition',
    'plane-sample': 'fails',
    'plane-dot': 'condition',
    'plane-gaussian': 'holds',
    'plane-letter': 'condition',
    'plane-length': 'condition',
    'plane-product': 'condition',
    'plane-scale': 'fails',
  };
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  const dot = page.css('[data-experiment="dot"]');
  await dot.get('button', { name: 'Test again' }).click();
  await dot.get('button', { name: 'See it in the picture' }).click();
  await waitFor(() => page.css('.bench').nth(0).isFocused());
  expect((await page.css('.bench').nth(0).box()).y).toBeLessThan(100);
  const printed = page.css('[data-experiment="printed-sign"]');
  expect(await printed.text()).toContain('40');
  expect(await page.css('[data-experiment="prediction"]').text()).toContain('−6.91 × 10⁻⁸');
  await showsPrediction(page, '48');
});

once('reset brings the document’s sample back', async ({ page }) => {
  await page.get('spinbutton', { name: 'Query q' }).fill('52');
  await page.get('button', { name: 'Remove pair 3' }).click();
  await page.get('button', { name: 'Reset' }).click();
  await showsPrediction(page, '45.5');
  expect(await page.css('section:not(.plane) .stages tbody tr').count()).toBe(3);
});
