// SPDX-License-Identifier: MIT
// The lesson "multi-head" as a reader works with it.
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/multi-head');
const once = inOneEngine(test);

/** Waits until a part of the page reads as expected. */

const TRACE = '.pipeline-trace';
const TITLE = '.pipeline-title';

test('a reader walks from step to step and follows a number back', async ({ page }) => {
  expect(await text(page, '.result-number')).toBe('−1.279');
  expect(await text(page, TRACE)).toContain('S₁[2, 3] = −1.279 = (−0.3648)·0.3295 + 1.126·');
  expect(await page.css('.pipeline-maps .lit').count()).toBe(8);
  await page.get('button', { name: 'Next step' }).click();
  await shows(page, TRACE, 'L₁[2, 3] = −0.6394 = −1.279 / √4');
  // Keys pick a cell; a cell of what it is made of leads back.
  await page.css('.made .cell-map-keys').press('ArrowLeft', 'ArrowDown');
  await shows(page, TRACE, 'L₁[3, 2] =');
  await waitFor(async () =>
    (await page.url()).includes('step=logits&part=queries&head=1&row=3&column=2'),
  );
  await page.css('.pipeline-maps .map-cell.lit').click();
  await shows(page, TITLE, '4 Scores');
  await page.css('.step-slider input[type="range"]').press('End');
  await shows(page, TITLE, '9 Output projection');
  expect(await page.css('.pipeline-maps .lit').count()).toBe(16);
  await page.get('radio', { name: '8' }).click();
  await shows(page, '.result', '128 (8, 4, 4)');
  await shows(page, '.result', 'Parameters in all 288');
  expect(await page.css('.all-heads al-cell-map').count()).toBe(8);
  await page.get('button', { name: '3 Split into heads' }).click();
  await shows(page, TRACE, '(the same number, in another place)');
  await page.css('.tokens-slider input[type="range"]').press('End');
  await shows(page, '.result', '288 (8, 6, 6)');
  await page.css('.all-heads al-cell-map').nth(4).css('.map-cell').nth(7).click();
  await shows(page, TRACE, 'A₅[2, 2] =');
  await page.get('radio', { name: 'causal: nothing later' }).nth(0).click();
  await shows(page, '.influence-bench .heat-readout', '21 of 36 pairs');
  await page.get('button', { name: 'Reset' }).click();
  await shows(page, '.result-number', '−1.279');
});

once(
  'questions are guessed, classes compared, and statements put to the test',
  async ({ page }) => {
    for (const [i, guess, part] of [
      [0, 'It stays.', '288 before, 288 after'],
      [1, 'It explodes.', 'It moves by 0.'],
    ] as const) {
      const predict = page.css('al-predict').nth(i);
      expect(await predict.css('.predict-outcome').text()).toBe('');
      await predict.get('radio', { name: guess }).click();
      await predict.get('button', { name: 'Commit to this guess' }).click();
      await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(part));
    }
    const card = (variant: string) => page.css(`[data-variant="${variant}"]`);
    const dead = await card('002_as_printed')
      .css('svg')
      .evaluate((svg) => svg.textContent);
    const standard = await card('standard')
      .css('svg')
      .evaluate((svg) => svg.textContent);
    await page.get('radio', { name: 'a million each' }).click();
    await waitFor(
      async () =>
        (await card('standard')
          .css('svg')
          .evaluate((svg) => svg.textContent)) !== standard,
    );
    expect(
      await card('002_as_printed')
        .css('svg')
        .evaluate((svg) => svg.textContent),
    ).toBe(dead);
    await card('002_as_printed').get('button').click();
    await shows(page, '.stages tbody tr:nth-child(2)', 'Q, K, V X 3 × (4, 8)');
    expect(await page.css('.split-count').nth(1).text()).toContain('2 of 8 rows');
    await page.get('slider', { name: 'Dropout rate p' }).press('Home');
    await waitFor(async () => (await page.css('.weight-sums').nth(1).text()) === '1 1 1 1');
    const experiment = (id: string) => page.css(`[data-experiment="${id}"]`);
    const run = (id: string) =>
      experiment(id).get('button', { name: 'Put it to the test' }).click();
    await run('whole');
    await experiment('whole').get('button', { name: 'Stop' }).click();
    await waitFor(async () => (await experiment('whole').css('progress').count()) === 0);
    expect(await experiment('whole').css('.verdict').count()).toBe(0);
    for (const [id, verdict] of [
      ['mask', 'condition'],
      ['line64', 'fails'],
      ['split', 'holds'],
    ] as const) {
      await run(id);
      expect(await experiment(id).css('.verdict').attribute('data-verdict')).toBe(verdict);
    }
    await experiment('split').get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css('.split-bench').isFocused());
  },
);

test('a deep link restores every field, and a bad one is repaired', async ({ page, site }) => {
  await openSite(
    page,
    site,
    '#/multi-head?v=1&tokens=3&heads=4&variant=002_as_meant&mask=causal&seed=7&step=project&part=values&head=3&row=2&column=6&layers=drawn&dropoutRate=0.25&dropoutSeed=9&precision=float32',
  );
  expect(await text(page, TRACE)).toContain('V[2, 6] =');
  for (const name of ['4', 'V', 'causal: nothing later', 'float32', '002 with its layers called'])
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  for (const [name, value] of [
    ['Tokens', '3'],
    ['Seed', '7'],
    ['Dropout rate p', '0.25'],
    ['Seed of the dropout', '9'],
  ] as const)
    expect(await page.get('spinbutton', { name }).value(), name).toBe(value);
  await openSite(page, site, '#/multi-head?heads=3&step=nowhere&tokens=99&row=9');
  await shows(page, '.notice', 'Heads: “3” is not one of the choices; 2 is used.');
  for (const part of ['Step: “nowhere”', 'Tokens: 99', 'Row: 9'])
    expect(await text(page, '.notice')).toContain(part);
  expect(await page.get('spinbutton', { name: 'Tokens' }).value()).toBe('6');
});
