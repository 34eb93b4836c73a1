// SPDX-License-Identifier: MIT
// The lesson "scaling" as a reader works with it: draws, the derivation, curves, questions, verdicts.
import { createEngine } from '../../web/src/engine/index.ts';
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** Draws that take a moment only. */
const QUICK = '#/scaling?v=1&pairs=2000';

const test = lessonTest(QUICK);
const once = inOneEngine(test);

const box = (page: Page, name: string) => page.get('spinbutton', { name }).nth(0);
const progress = (page: Page) => text(page, '.pairs-progress .job-text');
const button = (page: Page) => page.css('.pairs-progress button');
const drawn = async (page: Page) =>
  Number((await progress(page)).split(' ')[0]?.replaceAll(',', ''));

const isDrawn = (page: Page) =>
  waitFor(async () => (await button(page).attribute('aria-disabled')) === 'true');

const marks = (page: Page, step: string) =>
  page
    .css(`[data-step="${step}"]`)
    .evaluate((element) =>
      [...element.querySelectorAll('tbody tr')].map((row) => row.className.trim()),
    );

test('a link draws what the engine draws anywhere, and a divisor changes no draw', async ({
  page,
}) => {
  const job = (await createEngine()).newDotProductMoments({ d: 64, seed: 1, bins: 40 });
  job.advance(2000);
  const { scaled } = job.result();
  job.release();
  await isDrawn(page);
  expect(await progress(page)).toBe('2,000 of 2,000 pairs');
  const shown = (x = Number.NaN) => `${Number(x.toPrecision(4))}`;
  expect(await text(page, '.result-number')).toBe(shown(scaled[0]?.measured.variance));
  expect(await text(page, '.result .expected')).toBe('64');
  for (const step of ['components', 'products', 'sum', 'scaled'])
    expect(new Set(await marks(page, step)), step).toEqual(new Set(['kept']));
  await page.css('.divisor').get('radio', { name: '√d' }).click();
  await shows(page, '.result .expected', '1');
  expect(await text(page, '.result-number')).toBe(shown(scaled[1]?.measured.variance));
  expect(await progress(page)).toBe('2,000 of 2,000 pairs');
  expect(await page.css('al-histogram svg.plot').attribute('aria-label')).toContain(
    'Histogram of q·k / √d for 2,000 pairs',
  );
});

test('d moves by slider, key and box, and a new value draws anew', async ({ page }) => {
  const slider = page.css('.bench .d-slider input[type="range"]').nth(0);
  await slider.press('Home');
  await shows(page, '.result .expected', '1');
  await slider.press('ArrowRight');
  await waitFor(async () => (await box(page, 'Components d').value()) === '2');
  await slider.press('End');
  await waitFor(async () => (await box(page, 'Components d').value()) === '1024');
  await shows(page, '.result .expected', '1024');
  await slider.dragRange(10);
  await waitFor(async () => Number(await box(page, 'Components d').value()) < 1024);
  await box(page, 'Components d').fill('100');
  await shows(page, '.result .expected', '100');
  await isDrawn(page);
  const before = await text(page, '.result-number');
  await page.get('button', { name: 'Another seed' }).click();
  await waitFor(async () => (await text(page, '.result-number')) !== before);
  expect(await box(page, 'Seed').value()).toBe('2');
  await waitFor(async () => (await page.url()).includes('&seed=2&'));
});

once('long work stops, goes on, and gives way to a new value', async ({ page }) => {
  await page.get('radio', { name: '200,000' }).click();
  await box(page, 'Components d').fill('1024');
  await waitFor(async () => (await drawn(page)) > 20);
  await page.css('.pairs-progress').get('button', { name: 'Stop' }).press('Enter');
  await waitFor(async () => (await button(page).text()) === 'Go on');
  const stopped = await drawn(page);
  expect(stopped).toBeLessThan(200_000);
  await button(page).press('Enter');
  await waitFor(async () => (await drawn(page)) > stopped);
  expect(await button(page).isFocused()).toBe(true);
  await page.get('radio', { name: '2,000' }).nth(0).click();
  await box(page, 'Components d').fill('4');
  await isDrawn(page);
  expect(await progress(page)).toBe('2,000 of 2,000 pairs');
  // A reader who leaves in the middle of it leaves nothing that complains.
  await page.get('radio', { name: '200,000' }).click();
  await waitFor(async () => (await button(page).text()) === 'Stop');
  await page.get('link', { name: 'Attention Lab' }).click();
  await waitFor(async () => (await page.css('al-scaling').count()) === 0);
});

once('a broken assumption shows in the step that it carries', async ({ page }) => {
  await page.get('radio', { name: 'is q itself' }).click();
  await shows(page, '.result .expected', '128');
  expect(await marks(page, 'components')).toEqual(['kept', 'kept', 'kept', 'kept']);
  expect(await marks(page, 'products')).toEqual(['broken', 'broken']);
  expect(await text(page, '[data-step="products"]')).toContain('each product is a square');
  expect(await page.get('slider', { name: 'Mean of kᵢ' }).property<boolean>('disabled')).toBe(true);
  await page.get('radio', { name: '±1' }).click();
  await shows(page, '.result .expected', '0');
  await shows(page, 'section.bench .bench-plot', 'no width');
  expect(await text(page, 'main')).not.toContain('NaN');
  await page.get('radio', { name: 'drawn by itself' }).click();
  await shows(page, 'section.bench .bench-plot', 'only every second one');
  await box(page, 'Mean of kᵢ').fill('2');
  await shows(page, '.result .expected', '320');
  expect(await marks(page, 'components')).toEqual(['kept', 'kept', 'broken', 'kept']);
  expect(await page.axe()).toEqual([]);
});

once('the curves grow place by place, and stop', async ({ page }) => {
  await shows(page, '.curves-bench', 'Nothing is drawn yet');
  await page.get('button', { name: 'Draw the curves' }).click();
  await waitFor(async () => Number((await text(page, '.curves-progress')).split(' ')[0]) >= 4);
  await page.css('.curves-progress').get('button').click();
  await waitFor(
    async () => (await page.css('.curves-progress button').text()) === 'Draw the curves',
  );
  const chart = page.css('al-log-chart svg.plot');
  expect(await chart.attribute('aria-label')).toContain('norm of ∂p/∂q: q·k, median goes from');
  expect(await page.css('al-log-chart .series').count()).toBe(12);
  await page.css('.curve').get('radio', { name: 'distance to N(0, 1)' }).click();
  await waitFor(async () => (await page.css('al-log-chart .series').count()) === 6);
  await page.css('.curves-bench summary').click();
  await waitFor(async () => (await page.css('.curves-bench tbody tr').count()) >= 4);
  // Other draws have other curves.
  await page.get('radio', { name: 'Laplace' }).click();
  await shows(page, '.curves-bench', 'Nothing is drawn yet');
});

once('questions hide their outcome, and every statement gets its verdict', async ({ page }) => {
  for (const [i, [guess, found]] of (
    [
      [/^Twice/, 'It is the variance that grows with d'],
      [/^It shrinks/, '64, but for chance'],
      [/^The median/, 'The median goes from'],
    ] as const
  ).entries()) {
    const predict = page.css('al-predict').nth(i);
    expect(await predict.css('.predict-outcome').text()).toBe('');
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(found));
  }
  expect(await page.css('.predict-result.hit').count()).toBe(2);
  const verdicts = {
    products: 'condition',
    means: 'condition',
    dropped: 'fails',
    sum: 'holds',
    index: 'fails',
    sigma: 'fails',
    normal: 'fails',
    scaled: 'holds',
    clt: 'condition',
    gradient: 'condition',
  };
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card.css('.verdict').count()) === 1);
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  await page
    .css('[data-experiment="gradient"]')
    .get('button', { name: 'See it in the picture' })
    .click();
  await waitFor(() => page.css('.curves-bench').isFocused());
  expect(await box(page, 'Components d').value()).toBe('512');
});

test('a deep link restores every field, and a bad one is repaired', async ({ page, site }) => {
  const link =
    'd=32&divisor=dk&distribution=uniform&key=own&correlation=0.25&qMean=0.5&qVariance=2&kMean=-1&kVariance=0.5&seed=7&pairs=2000&curve=entropy';
  await openSite(page, site, `#/scaling?v=1&${link}`);
  const values = ['32', '0.25', '0.5', '2', '-1', '0.5', '7'];
  const names = [
    ...['Components d', 'Correlation of qᵢ with kᵢ', 'Mean of qᵢ', 'Variance of qᵢ'],
    ...['Mean of kᵢ', 'Variance of kᵢ', 'Seed'],
  ];
  for (const [i, name] of names.entries())
    expect(await box(page, name).value(), name).toBe(values[i]);
  for (const name of ['d', 'uniform', 'drawn by itself', '2,000', 'entropy'])
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  await isDrawn(page);
  expect(await page.css('.notice').count()).toBe(0);
  await page.open(`${site.url}?lang=en#/scaling?d=5000&distribution=cauchy&pairs=2000`);
  await shows(page, '.notice', 'Components d: 5000');
  expect(await text(page, '.notice')).toContain('“cauchy”');
  expect(await box(page, 'Components d').value()).toBe('1024');
});
