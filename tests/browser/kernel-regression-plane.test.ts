// SPDX-License-Identifier: MIT
// The sample in two dimensions as a reader works with it, on the built site.
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/kernel-regression');
const once = inOneEngine(test);

const bench = (page: Page) => page.css('.plane-bench');
const outputs = async (page: Page) =>
  Promise.all((await page.css('.plane-output').all()).map((one) => one.text()));
const shows = (page: Page, expected: readonly string[]) =>
  waitFor(async () => {
    const shown = await outputs(page);
    if (shown.join() !== expected.join()) throw new Error(`it shows ${shown}, not ${expected}`);
    return true;
  });
const choose = (page: Page, name: string | RegExp) => bench(page).get('radio', { name }).click();
const description = (page: Page) => page.css('.field-map').name();

test('the document’s sample, its twin keys and the other third key show the errata’s numbers', async ({
  page,
}) => {
  await shows(page, ['45.5 kg 160.5 cm', '44.52 kg 159.5 cm']);
  expect(await page.css('math .literal').text()).toMatch(/1258498.*4560493.*1172392.*4248527/);
  expect(await description(page)).toContain('At the query q₁ (57, 83): k₂ and k₃.');
  await choose(page, /^another/);
  await shows(page, ['45.5 kg 160.5 cm', '42.6 kg 158.2 cm']);
  await choose(page, 'dot product');
  await shows(page, ['48 kg 162 cm', '48 kg 162 cm']);
  expect(await page.css('.field-legend').text()).toContain('k₃ wins: 100% of the map');
  await choose(page, 'around the origin');
  await waitFor(async () => (await description(page)).includes('Key k₁ wins 49% of it.'));
  await page.get('button', { name: 'Reset the map' }).click();
  await shows(page, ['45.5 kg 160.5 cm', '44.52 kg 159.5 cm']);
});

test('queries and keys move by keyboard, by drag and by box, and the link keeps them', async ({
  page,
}) => {
  const box = page.get('spinbutton', { name: 'waist (cm) of q₁' });
  const query = page.get('slider', { name: 'Query 1 in the map' });
  await query.press('ArrowRight', 'ArrowUp');
  await waitFor(async () => (await box.value()) === '57.5');
  expect(await query.attribute('aria-valuetext')).toBe('(57.5, 83.5)');
  await query.press('Shift+ArrowLeft');
  await waitFor(async () => (await box.value()) === '52.5');
  await page
    .css('.field-handle.query .grip')
    .nth(1)
    .drag({ by: { x: 60, y: 40 } });
  const second = page.get('spinbutton', { name: 'waist (cm) of q₂' });
  await waitFor(async () => Number(await second.value()) > 57);
  await page.get('slider', { name: 'Key 1 in the map' }).press('ArrowLeft');
  await waitFor(
    async () => (await page.get('spinbutton', { name: 'waist (cm) of k₁' }).value()) === '50.5',
  );
  await box.fill('60');
  await waitFor(async () => (await query.attribute('aria-valuenow')) === '60');
  await box.fill('10');
  const alert = page.css('.plane .stages .field-error').nth(12);
  await waitFor(async () => (await alert.text()).includes('from 40 to 70, got 10'));
  const before = await outputs(page);
  // The address settles a moment after the last step.
  await waitFor(async () => (await page.url()).includes('planeQueries=60,'));
  await page.reload();
  await shows(page, before);
  expect(await page.get('spinbutton', { name: 'waist (cm) of q₁' }).value()).toBe('60');
});

once('bandwidth and divisor act on their own score, and only on that', async ({ page }) => {
  const sigma = page.css('.plane-sigma');
  const divisor = page.css('.plane-divisor');
  const isDisabled = (slider: typeof sigma) =>
    slider.css('input[type="range"]').property<boolean>('disabled');
  expect([await isDisabled(sigma), await isDisabled(divisor)]).toEqual([false, true]);
  const before = await description(page);
  await sigma.css('input[type="range"]').setRange(2);
  await shows(page, ['43.68 kg 158.7 cm', '43.67 kg 158.7 cm']);
  expect(await description(page)).toBe(before);
  await choose(page, 'dot product');
  await shows(page, ['45.5 kg 160.5 cm', '45.5 kg 160.5 cm']);
  expect([await isDisabled(sigma), await isDisabled(divisor)]).toEqual([true, true]);
  await choose(page, 'd');
  const weight = page.css('.plane .stages .plane-weight').nth(0);
  await waitFor(async () => (await weight.text()) === '3.415 × 10⁻²⁷⁹');
  await choose(page, 'own number');
  await divisor.get('spinbutton').fill('1000');
  await waitFor(async () => (await weight.text()) === '0.1219');
});

once(
  'a prediction tells nothing before the guess, then shows its state in the map',
  async ({ page }) => {
    const cards = page.css('al-predict');
    expect(await cards.count()).toBe(3);
    expect(await page.css('main').text()).not.toContain('8838');
    const own = cards.nth(1);
    await own.get('radio', { name: /^Key 1/ }).click();
    await own.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await own.css('.predict-outcome').text()).includes('8838'));
    await own.get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => bench(page).isFocused());
    await waitFor(async () => (await outputs(page))[0] === '48 kg 162 cm');
    expect(await description(page)).toContain('At the query q₁ (51, 70): k₃.');
  },
);

once(
  'pointing at a key marks it in every part, and both samples keep to themselves',
  async ({ page }) => {
    await page.get('slider', { name: 'Key 2 in the map' }).focus();
    await waitFor(async () => (await page.css('.field-handle.active').count()) === 1);
    expect(await page.css('.plane-bench al-paired-bars .bar.active .label').text()).toBe('k₂');
    expect(await page.css('.plane .stages tr.active').count()).toBe(2);
    expect(await page.css('al-curve-plot .point.active').count()).toBe(0);
    await page.get('spinbutton', { name: 'Query q' }).fill('52');
    await waitFor(async () => (await page.css('.result-number').text()) === '40');
    await shows(page, ['45.5 kg 160.5 cm', '44.52 kg 159.5 cm']);
    await page.css('.plane-bench .plot-data summary').nth(0).click();
    await waitFor(async () => (await page.css('.plane-bench .plot-data tbody tr').count()) === 100);
  },
);
