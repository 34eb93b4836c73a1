// SPDX-License-Identifier: MIT
// Tests what a reader does in the lesson "kernel regression": the question, the handle on the line, the bandwidth, and
// the map. Also the figure of its page Verify.
import { openSite, reads, shows, showsPrediction } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('kernel-regression/verify/');
const once = inOneEngine(test);

const step = (page: Page, id: string) => page.css(`[data-step="${id}"]`);
const inFigure = (page: Page, part: string) => page.css(`.scene-stage [data-part="${part}"]`);
const answers = (page: Page, expected: string) =>
  reads(() => inFigure(page, 'answer').css('text').text(), expected);
const query = (page: Page) => page.get('spinbutton', { name: 'Query q' });
const sigma = (page: Page) => page.get('spinbutton', { name: 'Bandwidth σ' });
const map = (page: Page) => page.css('.field-map').name();

once('the answer is absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#guess');
  await waitFor(async () => expect(await inFigure(page, 'distances').count()).toBe(1));
  for (const part of ['answer', 'weights', 'bell'])
    expect(await inFigure(page, part).count(), part).toBe(0);
  expect(await page.css('.scene-stage').text()).not.toContain('92');
  await step(page, 'guess').get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', '0.135');
  await step(page, 'guess').get('radio', { name: /^60%/ }).click();
  await step(page, 'guess').get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /Not quite.*It is 92.2%.*12 times/s);
  await answers(page, '42.78 kg');
  expect(await inFigure(page, 'weights').text()).toContain('92.2%');
});

test('the handle on the line and the slider move the query, and a link restores it', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'kernel-regression/#hand');
  await answers(page, '45.5 kg');
  const handle = page.css('.scene-stage .hand .tip');
  const { x, width } = await handle.box();
  await handle.drag({ by: { x: -120, y: 10 } });
  await waitFor(async () => Number(await step(page, 'hand').get('spinbutton').value()) < 55);
  expect(Math.abs((await handle.box()).x + 120 - x)).toBeLessThan(width / 2);
  await step(page, 'hand').get('slider').press('Home');
  await answers(page, '40 kg');
  await step(page, 'hand').get('spinbutton').fill('62', 'Enter');
  await answers(page, '48 kg');
  await waitFor(async () => expect(await page.url()).toMatch(/#hand\?query=62$/));
  await page.reload();
  await answers(page, '48 kg');
  await shows(page, '.scene-chip', 'Yours: Query q = 62');
});

once('a narrow bell shares a tie, and a wide one gives the mean', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#bandwidth');
  await answers(page, '45.5 kg');
  const box = (name: string) => step(page, 'bandwidth').get('spinbutton', { name });
  await box('Query q').fill('57.1', 'Enter');
  await answers(page, '47.97 kg');
  await box('Bandwidth σ').fill('100', 'Enter');
  await answers(page, '43.67 kg');
  await shows(page, '.scene-stage [data-part="mean"]', '43.67');
});

once('the query on the map moves in both directions', async ({ page, site }) => {
  await openSite(page, site, 'kernel-regression/#plane');
  const output = async () => (await inFigure(page, 'answer').text()).replace(/\s+/g, ' ');
  await waitFor(async () => expect(await output()).toContain('45.5 kg 160.5 cm'));
  await page.css('.scene-stage .hand .tip').drag({ by: { x: -60, y: 80 } });
  await waitFor(async () => expect(await page.url()).toMatch(/#plane\?waist=.*chest=/));
  for (const [name, value] of [
    ['Waist', '51'],
    ['Chest', '70'],
  ] as const)
    await step(page, 'plane').get('spinbutton', { name }).fill(value, 'Enter');
  await waitFor(async () => expect(await output()).toContain('(51, 70) 40 kg 155 cm'));
});

test('in Verify, the query moves by slider, box and marker', async ({ page }) => {
  await showsPrediction(page, '45.5');
  const slider = page.get('slider', { name: 'Query q cm' });
  await slider.setRange(51);
  await showsPrediction(page, '40');
  const reached = await slider.dragRange(57);
  expect(Math.abs(reached - 57)).toBeLessThan(0.5);
  await waitFor(async () => Number(await query(page).value()) === reached);
  await query(page).fill('57');
  await showsPrediction(page, '45.5');

  await page.get('slider', { name: 'Query marker' }).press('ArrowRight');
  await waitFor(async () => (await query(page).value()) === '57.2');
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: -80, y: 0 } });
  await waitFor(async () => Number(await query(page).value()) < 57);
});

once(
  'in Verify, the formula has the current numbers and highlights its terms',
  async ({ page }) => {
    const part = page.css('[data-part="formula"]');
    const formula = async () => (await part.text()).replaceAll(' ', '');
    expect(await formula()).toMatch(/−0\.5.*−18.*−0\.5/);
    await query(page).fill('56');
    await waitFor(async () => (await formula()).includes('(56−56)2'));
    const halo = page.css('al-curve-plot .halo').nth(1);
    const stroke = () => halo.evaluate((element) => getComputedStyle(element).stroke);
    const before = await stroke();
    await part.css('[data-term="weights"]').nth(0).hover();
    await waitFor(async () => (await stroke()) !== before);
    await page.get('slider', { name: 'Key 3' }).focus();
    await waitFor(async () => (await formula()).includes('(56−58)2'));
  },
);

once('in Verify, the mark of a query is at its place on the map', async ({ page }) => {
  await page.get('button', { name: 'More' }).click();
  await page.get('radio', { name: 'map' }).click();
  const offset = await page
    .css('.field-handle.query')
    .nth(0)
    .evaluate((handle) => {
      const [mark, ring] = ['.mark', '.ring'].map((part) => {
        const { x, y, width, height } = (
          handle.querySelector(part) as Element
        ).getBoundingClientRect();
        return [x + width / 2, y + height / 2] as const;
      });
      return Math.hypot(...[0, 1].map((i) => (mark?.[i] ?? 0) - (ring?.[i] ?? 0)));
    });
  expect(offset, 'the mark is at the place of its query').toBeLessThan(1);
  await page.get('slider', { name: 'Query 1 in the map' }).press('ArrowRight', 'ArrowUp');
  await waitFor(async () => (await map(page)).includes('At the query q₁ (57.5, 83.5): k₃.'));
});

once('kernels are behind "More"; a query without a key is explained', async ({ page }) => {
  await page.get('button', { name: 'More' }).click();
  for (const [kernel, expected] of [
    ['Boxcar', '45.5'],
    ['Dot product q·k', '48'],
    ['Gaussian', '45.5'],
  ] as const) {
    await page.get('radio', { name: kernel }).click();
    await showsPrediction(page, expected);
  }
  await page.get('radio', { name: 'Epanechnikov' }).click();
  await shows(page, '.main-number', 'No prediction');
  await query(page).fill('48');
  await shows(page, '.main-number', 'no key is nearer to the query');
  await page.get('radio', { name: 'Boxcar' }).click();
  await shows(page, '.main-number', 'No key lies within σ = 1 of the query');
  expect(await page.css('main').text()).not.toContain('NaN');
  await page.get('button', { name: 'Reset' }).click();
  await showsPrediction(page, '45.5');
});

once('people move by dragging and by keys, and the link keeps them', async ({ page }) => {
  const first = page.get('slider', { name: 'Key 1' });
  await page
    .css('al-curve-plot .point .grip')
    .nth(0)
    .drag({ by: { x: -40, y: -30 } });
  await waitFor(async () => Number(await first.attribute('aria-valuenow')) < 51);
  const second = page.get('slider', { name: 'Key 2' });
  await second.press('ArrowRight', 'ArrowUp');
  await waitFor(async () => Number(await second.attribute('aria-valuenow')) > 56);
  const text = await second.attribute('aria-valuetext');
  // The address is updated only after a pause, so the test waits for it.
  await waitFor(async () => /keys=[^,]+,56\.2,.*values=[^,]+,43\.1,/.test(await page.url()));
  await page.reload();
  await reads(async () => (await second.attribute('aria-valuetext')) ?? '', text ?? '');
});

once('a box shows a message for invalid input and loses nothing', async ({ page }) => {
  await sigma(page).fill('-3');
  const alert = page.css('.stage .field-error').nth(1);
  await reads(
    () => alert.text(),
    'Bandwidth σ: expected a number from 0.01 to 1000, got −3. The last good value stays.',
  );
  expect(await sigma(page).attribute('aria-invalid')).toBe('true');
  await sigma(page).fill('2');
  await waitFor(async () => !(await alert.isVisible()));
  await showsPrediction(page, '45.47');
});
