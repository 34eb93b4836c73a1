// SPDX-License-Identifier: MIT
// The lesson "query-key" as a reader works with it.
import { openSite, reads } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/query-key');
const once = inOneEngine(test);

const mean = (page: Page) => page.css('.result-number').text();
const box = (page: Page, name: string) => page.get('spinbutton', { name });
const rows = (page: Page) => page.css('.stages tbody tr').count();

test('six tokens without, with one and with two projections', async ({ page }) => {
  expect(await mean(page)).toBe('1');
  expect(await rows(page)).toBe(6);
  const asymmetry = () => page.css('.result .scoresAsymmetry').text();
  expect(await asymmetry()).toBe('0');
  await page.get('radio', { name: 'one for both' }).click();
  await reads(() => mean(page), '0.9888');
  expect(await asymmetry()).toBe('0');
  await page.get('radio', { name: 'one for each' }).press('Space');
  await reads(asymmetry, '3.131');
  expect(await page.css('.result .eigenvalue').text()).toBe('−2.549');
  await page.get('radio', { name: 'none' }).click();
  await box(page, 'Size σ of the components').fill('0.1');
  await reads(() => mean(page), '0.1918');
  await page.css('.dimension-slider input[type="range"]').press('Home');
  await waitFor(async () => (await box(page, 'Dimensions d').value()) === '2');
  await page.css('.deviation-slider input[type="range"]').press('End');
  await waitFor(async () => Number(await box(page, 'Size σ of the components').value()) > 1.9);
  await page.get('button', { name: 'Reset' }).click();
  await reads(() => mean(page), '1');
});

once('a cell is told where it is pointed at, and by keys', async ({ page }) => {
  const readout = () => page.css('.heat-readout').nth(0).text();
  expect(await readout()).toMatch(/^Point at a cell/);
  const map = page.css('.heat-cells').nth(0);
  await map.press('ArrowRight');
  await reads(readout, 'Score of “,” for “Hello”: −0.371');
  await map.press('End', 'ArrowDown');
  await waitFor(async () => (await readout()).startsWith('Score of “?” for “,”'));
  expect(await page.css('.stages tr.active').get('rowheader').text()).toBe(',');
  await page.css('.heat-cells').nth(1).css('.heat-row').nth(0).css('text').nth(1).hover();
  await waitFor(async () =>
    (await page.css('.heat-readout').nth(1).text()).startsWith('“Hello” gives “Hello” 1'),
  );
  await page.get('radio', { name: 'you' }).click();
  await page.css('h1').hover();
  await waitFor(async () => (await page.css('.stages tr.active').text()).startsWith('you'));
});

once(
  'a sentence of one’s own, in any script, and no longer than there is room for',
  async ({ page }) => {
    const sentence = page.get('textbox', { name: 'Your sentence' });
    await sentence.fill('你好，世界 hello');
    await waitFor(async () => (await rows(page)) === 6);
    expect(await page.css('.stages tbody').get('rowheader').nth(3).text()).toBe('世');
    await sentence.fill('一二三四五六七八九十百千万天');
    await waitFor(async () => (await rows(page)) === 12);
    expect(await page.css('.left-out').text()).toBe(
      'The first 12 tokens are used; 2 more are left out.',
    );
    await sentence.fill('   ');
    await waitFor(async () => (await page.css('al-text-box .field-error').text()) !== '');
    expect(await rows(page)).toBe(12);
    expect(await page.axe()).toEqual([]);
    await sentence.fill('the cat the');
    await waitFor(async () => (await rows(page)) === 3);
    expect(await page.css('al-text-box .field-error').text()).toBe('');
    const first = await page.css('.stages tbody').text();
    await page.get('button', { name: 'Draw anew' }).click();
    await waitFor(async () => (await page.css('.stages tbody').text()) !== first);
    expect(await box(page, 'Seed').value()).toBe('2');
  },
);

once('three tokens cannot be made to go round by symmetric scores', async ({ page }) => {
  const count = () => page.css('.onward-count').text();
  expect(await count()).toBe('1 of 3');
  await box(page, 'C and A, both ways').fill('1.5');
  await reads(count, '2 of 3');
  await page.css('.circle-slider input[type="range"]').nth(1).press('Home');
  await reads(count, '2 of 3');
  expect(await page.css('.conditions .back').count()).toBe(1);
  await page.get('button', { name: 'Show one that goes round' }).click();
  await reads(count, '3 of 3');
  expect(await page.css('.circle-slider').count()).toBe(6);
  expect(await page.css('.arrow-ring .strongest.onward').count()).toBe(3);
  await box(page, 'B asks A').fill('4');
  await reads(count, '2 of 3');
  await page.get('button', { name: 'Start again' }).click();
  await reads(count, '1 of 3');
});

once(
  'outcomes are hidden until a guess is committed, experiments run and stop',
  async ({ page }) => {
    for (const [id, guess, part] of [
      [0, /^About half/, '19.'],
      [1, /^No/, '%'],
      [2, /^Two/, '2'],
    ] as const) {
      const predict = page.css('al-predict').nth(id);
      expect(await predict.css('.predict-outcome').text()).toBe('');
      await predict.get('radio', { name: guess }).click();
      await predict.get('button', { name: 'Commit to this guess' }).click();
      await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(part));
    }
    const card = (id: string) => page.css(`[data-experiment="${id}"]`);
    await card('dimensions').get('button', { name: 'Put it to the test' }).click();
    const isDone = async () => (await card('dimensions').css('.verdict').count()) === 1;
    await waitFor(isDone);
    expect(await card('dimensions').text()).toContain('0.3684');
    await card('row').get('button', { name: 'Put it to the test' }).click();
    expect(await card('row').css('.verdict').attribute('data-verdict')).toBe('fails');
    expect(await card('row').text()).toContain('1.09');
    await card('circle').get('button', { name: 'Put it to the test' }).click();
    await card('circle').get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css('.circle-bench').isFocused());
  },
);

test('a deep link restores every field; a bad one is repaired', async ({ page, site }) => {
  const link =
    '#/query-key?v=1&sentence=to+be+or+not&seed=7&projection=two&dimension=16&deviation=0.5' +
    '&divisor=none&row=2&axis=dimension&circleKind=two&circle=1,2,3,-1,-2,-3&precision=float32';
  await openSite(page, site, link);
  expect(await rows(page)).toBe(4);
  const values = async () => ({
    sentence: await page.get('textbox', { name: 'Your sentence' }).value(),
    numbers: await Promise.all(
      ['Seed', 'Dimensions d', 'Size σ of the components', 'A asks C'].map((name) =>
        box(page, name).value(),
      ),
    ),
    chosen: await Promise.all(
      ['one for each', 'nothing', 'be', 'their number d', 'two projections', 'float32'].map(
        (name) => page.get('radio', { name }).isChecked(),
      ),
    ),
  });
  expect(await values()).toEqual({
    sentence: 'to be or not',
    numbers: ['7', '16', '0.5', '-3'],
    chosen: [true, true, true, true, true, true],
  });
  await page.get('slider', { name: /^Marker/ }).press('Home');
  await waitFor(async () => (await box(page, 'Dimensions d').value()) === '2');
  await waitFor(async () => (await page.url()).includes('dimension=2&'));
  await openSite(page, site, '#/query-key?sentence=+&projection=three&circle=9');
  await page.reload();
  await waitFor(async () => (await page.css('.notice').count()) === 1);
  const notice = await page.css('.notice').text();
  for (const part of ['Sentence', '“three”', 'Scores between the three tokens'])
    expect(notice).toContain(part);
  expect(await rows(page)).toBe(6);
});
