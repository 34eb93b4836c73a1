// SPDX-License-Identifier: MIT
// Tests the text and figure of the lesson "kernel regression" on the built site.
import { reads, shows, showsPrediction } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('kernel-regression/');
const once = inOneEngine(test);

const beat = (page: Page, id: string) => page.css(`[data-beat="${id}"]`);
const showMe = (page: Page, id: string) =>
  beat(page, id).get('button', { name: 'Show me' }).click();
const query = (page: Page) => page.get('spinbutton', { name: 'Query q' });
const sigma = (page: Page) => page.get('spinbutton', { name: 'Bandwidth σ' });
const openMore = (page: Page) => page.get('button', { name: 'More' }).click();
const map = (page: Page) => page.css('.field-map').name();

async function guess(page: Page, id: string, answer: RegExp): Promise<void> {
  await beat(page, id).get('radio', { name: answer }).click();
  await beat(page, id).get('button', { name: 'Commit to this guess' }).click();
}

test('the query moves by slider, box, marker and a number in a sentence', async ({ page }) => {
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
  const number = beat(page, 'play').get('slider', { name: 'Query q' });
  await number.press('ArrowLeft', 'ArrowLeft');
  await reads(() => number.text(), '57 cm');
  await number.press('Home');
  await showsPrediction(page, '40');
  expect(await beat(page, 'play').text()).toContain('the people count 100%, 0%, 0%');
  await number.press('End');
  await waitFor(async () => (await query(page).value()) === '64');
  await number.drag({ by: { x: -60, y: 0 } });
  await waitFor(async () => Number(await query(page).value()) < 63);
  await page.css('al-curve-plot .cursor-handle').drag({ by: { x: -80, y: 0 } });
  await waitFor(async () => Number(await query(page).value()) < 60);
});

once(
  'a prediction hides the result before the guess, then the stage shows its state',
  async ({ page }) => {
    expect(await page.css('main').text()).not.toContain('92%');
    await guess(page, 'off-centre', /^60%/);
    await shows(page, '[data-beat="off-centre"] .predict-outcome', '92% for the nearer person');
    await waitFor(async () => (await query(page).value()) === '54');
    expect(await beat(page, 'play').text()).toContain('8%, 92%, 0%');
    await beat(page, 'off-centre').get('button', { name: 'Guess again' }).click();
    await guess(page, 'off-centre', /^More than 90%/);
    await shows(page, '[data-beat="off-centre"] .predict-outcome', '12 times as much');
  },
);

once('Show me animates the bandwidth to both of its limits', async ({ page }) => {
  await showMe(page, 'bandwidth');
  await waitFor(async () => Number(await sigma(page).value()) < 0.3);
  await waitFor(async () => (await sigma(page).value()) === '100');
  await showsPrediction(page, '43.67');
  expect(await beat(page, 'bandwidth').text()).toContain('count 33%, 33%, 33%');
  await showMe(page, 'formula');
  await showsPrediction(page, '45.5');
  expect(await query(page).value()).toBe('57');
});

once(
  'the formula has the current numbers, and highlights its terms in the figure',
  async ({ page }) => {
    const formula = async () => (await beat(page, 'formula').text()).replaceAll(' ', '');
    expect(await formula()).toMatch(/−18.*−0\.5.*−0\.5/);
    await query(page).fill('56');
    await waitFor(async () => (await formula()).includes('(56−56)2'));
    const halo = page.css('al-curve-plot .halo').nth(1);
    const stroke = () => halo.evaluate((element) => getComputedStyle(element).stroke);
    const before = await stroke();
    await beat(page, 'formula').css('[data-term="weights"]').nth(0).hover();
    await waitFor(async () => (await stroke()) !== before);
    await page.get('slider', { name: 'Key 3' }).focus();
    await waitFor(async () => (await formula()).includes('(56−58)2'));
  },
);

test('two numbers for each person: the map of distances, and the dot product after the guess', async ({
  page,
}) => {
  await showMe(page, 'plane');
  await waitFor(async () => (await map(page)).includes('At the query q₁ (51, 70): k₁.'));
  await showsPrediction(page, '40');
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
  await guess(page, 'plane', /^k₁/);
  await shows(page, '[data-beat="plane"] .predict-outcome', 'k₁ scores 7501, but k₃ scores 8838');
  await waitFor(async () => (await map(page)).includes('At the query q₁ (51, 70): k₃.'));
  expect(await page.css('.field-legend').text()).toContain('k₃ wins 100%');
  await showsPrediction(page, '48');
  await page.get('slider', { name: 'Query 1 in the map' }).press('ArrowRight', 'ArrowUp');
  await waitFor(async () => (await map(page)).includes('At the query q₁ (51.5, 70.5): k₃.'));
  await page.get('radio', { name: 'distance' }).click();
  await waitFor(async () => (await map(page)).includes('At the query q₁ (51.5, 70.5): k₁.'));
  await page.get('radio', { name: 'curve' }).click();
  await showsPrediction(page, '45.5');
  expect(await page.css('.field-map').count()).toBe(0);
});

once('a check is judged by the engine, and another one follows', async ({ page }) => {
  const card = beat(page, 'check');
  const asked = new Set<string>();
  for (let answer = 0; answer < 3; answer++) {
    const question = await card.css('.predict-question').text();
    asked.add(question);
    const radios = await card.get('radio').all();
    expect(radios).toHaveLength(3);
    await radios[answer]?.click();
    await card.get('button', { name: 'Check my answer' }).click();
    const right = await card.css('label.right').text();
    const outcome = await card.css('.predict-outcome').text();
    const [number = ''] = right.split(' ');
    const isHit = (await card.css('.predict-result').attribute('class'))?.includes('hit');
    expect(outcome).toContain(isHit ? 'far ' : number);
    await card.get('button', { name: 'Another question' }).click();
    await waitFor(async () => (await card.css('.predict-question').text()) !== question);
  }
  expect(asked.size).toBe(3);
});

once('kernels are behind "More"; a query without a key is explained', async ({ page }) => {
  await openMore(page);
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
