// SPDX-License-Identifier: MIT
// Tests Verify (the part of a lesson with its claims) in the lesson "kernel regression": the claims, all steps of the
// computation, the reader's own data, and the sample in two dimensions.
import { showsPrediction } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('kernel-regression/verify/');
const once = inOneEngine(test);

const rows = (page: Page) => page.css('.pairs tbody tr');
const row = async (page: Page, index: number) =>
  Promise.all((await rows(page).nth(index).get('cell').all()).map((cell) => cell.text()));
const outputs = async (page: Page) =>
  Promise.all((await page.css('.plane-output').all()).map((one) => one.text()));
const showsOutputs = (page: Page, expected: readonly string[]) =>
  waitFor(async () => {
    const shown = await outputs(page);
    if (shown.join() !== expected.join()) throw new Error(`it shows ${shown}, not ${expected}`);
    return true;
  });
const choose = (page: Page, name: string | RegExp) =>
  page.css('.plane-controls').get('radio', { name }).click();
const openMore = (page: Page) => page.get('button', { name: 'More' }).click();
const openMap = async (page: Page) => {
  await openMore(page);
  await page.get('radio', { name: 'map' }).click();
};
const description = (page: Page) => page.css('.field-map').name();

test('every claim shows its verdict and the state in which it was measured', async ({ page }) => {
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
    'plane-mean': 'holds',
    'plane-dot': 'condition',
    'plane-gaussian': 'holds',
    'plane-letter': 'condition',
    'plane-length': 'condition',
    'plane-product': 'holds',
    'plane-scale': 'fails',
  };
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await description(page)).toContain('At the query q₁ (57, 83): k₃.');
  const printed = page.css('[data-experiment="printed-sign"]');
  expect(await printed.text()).toContain('becomes 40');
  await printed.get('button', { name: 'Test again' }).click();
  await showsPrediction(page, '40');
  expect(await page.css('[data-experiment="prediction"]').text()).toContain('−6.91 × 10⁻⁸');
});

test('every stage shows the golden numbers, and the table can be edited', async ({ page }) => {
  expect((await row(page, 0)).slice(2, 7)).toEqual([
    '6',
    '−18',
    '1.523 × 10⁻⁸',
    '1.255 × 10⁻⁸',
    '5.022 × 10⁻⁷',
  ]);
  expect((await row(page, 1)).slice(2, 7)).toEqual(['1', '−0.5', '0.6065', '0.5', '21.5']);
  await openMore(page);
  await page.get('radio', { name: 'float32' }).click();
  await waitFor(async () => (await row(page, 1))[5] === '0.5');
  await page.get('spinbutton', { name: 'Value 2' }).fill('53');
  await showsPrediction(page, '50.5');
  await page.get('button', { name: 'Add a pair' }).click();
  await waitFor(async () => (await rows(page).count()) === 4);
  expect(await page.get('spinbutton', { name: 'Key 4' }).value()).toBe('59');
  await page.get('button', { name: 'Remove pair 1' }).click();
  await waitFor(async () => (await rows(page).count()) === 3);
  await waitFor(() => page.get('button', { name: 'Remove pair 1' }).isFocused());
  expect(await page.get('spinbutton', { name: 'Key 1' }).value()).toBe('56');
  await page.get('button', { name: 'Reset' }).click();
  await waitFor(async () => (await page.get('spinbutton', { name: 'Key 1' }).value()) === '51');
});

once('pasted pairs can have full-width characters', async ({ page }) => {
  await page.css('.own-pairs summary').click();
  const area = page.get('textbox', { name: 'Own pairs' });
  await area.fill('５１，４０；');
  await page.get('button', { name: 'Use these pairs' }).click();
  await waitFor(async () => (await page.css('.own-pairs .field-error').text()).includes('５１'));
  await area.press('Control+A');
  await page.type('５１，４０ \n56、43');
  await page.get('button', { name: 'Use these pairs' }).click();
  await waitFor(async () => (await rows(page).count()) === 2);
  expect(await page.get('spinbutton', { name: 'Value 2' }).value()).toBe('43');
  await page.get('button', { name: 'Reset' }).click();
  await waitFor(async () => (await rows(page).count()) === 3);
});

once('the printed sign is a control only in Verify', async ({ page }) => {
  await openMore(page);
  await page.get('radio', { name: '+u²/2, as printed' }).click();
  await showsPrediction(page, '40');
});

once('pointing at a key highlights it in every part', async ({ page }) => {
  await page.get('spinbutton', { name: 'Key 1' }).focus();
  await waitFor(async () => (await page.css('al-curve-plot .point.active').count()) === 1);
  expect(await page.css('.pairs tr.active').get('rowheader').text()).toBe('1');
  expect(await page.css('.active-term').count()).toBe(2);
  await page.get('slider', { name: 'Key 3' }).focus();
  await waitFor(async () => (await page.css('.pairs tr.active').get('rowheader').text()) === '3');
});

test('the sample in two dimensions shows the errata’s numbers, with and without equal keys', async ({
  page,
}) => {
  await showsOutputs(page, ['45.5 kg 160.5 cm', '42.6 kg 158.2 cm']);
  await openMap(page);
  await choose(page, /^as printed/);
  await showsOutputs(page, ['45.5 kg 160.5 cm', '44.52 kg 159.5 cm']);
  expect(await page.css('math .literal').text()).toMatch(/1258498.*4560493.*1172392.*4248527/);
  expect(await description(page)).toContain('At the query q₁ (57, 83): k₂ and k₃.');
  await choose(page, /^another/);
  await choose(page, 'dot product');
  await showsOutputs(page, ['48 kg 162 cm', '48 kg 162 cm']);
  await page.get('radio', { name: 'around the origin' }).click();
  await waitFor(async () => (await description(page)).includes('Key k₁ wins 49% of it.'));
});

test('queries move by box and by keys, and the link stores them', async ({ page }) => {
  await openMap(page);
  const box = page.get('spinbutton', { name: 'waist (cm) of q₁' });
  const query = page.get('slider', { name: 'Query 1 in the map' });
  await query.press('ArrowRight', 'ArrowUp');
  await waitFor(async () => (await box.value()) === '57.5');
  expect(await query.attribute('aria-valuetext')).toBe('(57.5, 83.5)');
  await query.press('Shift+ArrowLeft');
  await waitFor(async () => (await box.value()) === '52.5');
  await box.fill('60');
  await waitFor(async () => (await query.attribute('aria-valuenow')) === '60');
  await box.fill('10');
  const alert = page.css('.plane .stages .field-error').nth(12);
  await waitFor(async () => (await alert.text()).includes('from 40 to 70, got 10'));
  const before = await outputs(page);
  // The address is updated with a delay, so the test waits for it.
  await waitFor(async () => (await page.url()).includes('planeQueries=60,'));
  await page.reload();
  await showsOutputs(page, before);
  expect(await page.url()).toContain('kernel-regression/verify/');
});

once('bandwidth and divisor affect only their own score', async ({ page }) => {
  await openMap(page);
  const sigma = page.css('.stage al-slider[field="planeSigma"]');
  const divisor = page.css('.plane al-slider[field="planeDivisorNumber"]');
  const isDisabled = (slider: typeof sigma) =>
    slider.css('input[type="range"]').property<boolean>('disabled');
  expect([await isDisabled(sigma), await isDisabled(divisor)]).toEqual([false, true]);
  const before = await description(page);
  await sigma.css('input[type="range"]').setRange(100);
  await showsOutputs(page, ['43.68 kg 158.7 cm', '43.66 kg 158.7 cm']);
  expect(await description(page)).toBe(before);
  await choose(page, 'dot product');
  expect([await isDisabled(sigma), await isDisabled(divisor)]).toEqual([true, true]);
  await choose(page, /^as printed/);
  await choose(page, 'd');
  const weight = page.css('.plane .stages .plane-weight').nth(0);
  await waitFor(async () => (await weight.text()) === '3.415 × 10⁻²⁷⁹');
  await choose(page, 'own number');
  await divisor.get('spinbutton').fill('1000');
  await waitFor(async () => (await weight.text()) === '0.1219');
});

once('the questions of Verify hide the answer before the guess', async ({ page }) => {
  const cards = page.css('al-predict');
  expect(await cards.count()).toBe(2);
  const own = cards.nth(1);
  expect(await own.text()).not.toContain('1,258,498');
  await own.get('radio', { name: /^More than a million/ }).click();
  await own.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await own.css('.predict-outcome').text()).includes('1,258,498'));
});
