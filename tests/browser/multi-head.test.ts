// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" in a browser: words, weights, questions, links, and Verify (the part with its
// claims).
import { chooseLanguage, openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('multi-head/');
const once = inOneEngine(test);

const NOTE = '.main-note';
const TRACE = '.pipeline-trace';
const TITLE = '.pipeline-title';

const sentence = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.arc-symbol')].map((word) => word.textContent?.trim()).join(' '),
  );
const hasSentence = (page: Page, expected: string) =>
  waitFor(async () => (await sentence(page)) === expected);

test('a reader sees where two heads look, and splits the vectors into strips', async ({ page }) => {
  await hasSentence(page, 'the dog near the boys was tired because it');
  await shows(page, NOTE, 'Head 1: “dog” 100% · Head 2: “because” 94%');
  expect(Number(await text(page, '.result-number'))).toBeCloseTo(0.5, 1);
  await page.css('.arc-position').press('ArrowLeft');
  await shows(page, NOTE, 'Head 1: “because” 100% · Head 2: “dog”');
  await waitFor(async () => (await page.url()).includes('place=8'));
  await page.get('radio', { name: 'Strips' }).click();
  await shows(page, '.main-number', '4096');
  await shows(page, NOTE, '2 × 9 × 9 = 162 scores');
  await page.get('radio', { name: '8' }).click();
  await shows(page, NOTE, '8 × 9 × 9 = 648 scores');
  await shows(page, '.main-number', '4096');
  expect(await page.css('.head-column').count()).toBe(8);
  await shows(page, '[data-beat="strips"]', '4 of the 32 columns');
  await page.css('.head-column').nth(2).hover();
  await waitFor(async () => (await page.css('.fan.active').count()) === 1);
  await page.get('button', { name: 'Reset' }).click();
  await shows(page, NOTE, 'Head 1: “dog” 100%');
});

once('a reader writes a sentence, in every language', async ({ page }) => {
  await hasSentence(page, 'the dog near the boys was tired because it');
  await page.get('button', { name: 'More' }).click();
  const box = page.get('textbox', { name: 'Your sentence' });
  await box.fill('The whale near the queen was sad');
  await box.press('Enter');
  await hasSentence(page, 'the near the queen was sad');
  await shows(page, '.unknown-words', 'The model does not know: whale');
  expect(await page.get('radio', { name: '8' }).count()).toBe(0);
  await chooseLanguage(page, 'zh-Hant');
  await hasSentence(page, '昨天 兩 隻 貓 睡著 了 , 因為');
  await chooseLanguage(page, 'zh-Hans');
  await hasSentence(page, '这 只 狗 很 难过 , 因为');
  await page.get('button', { name: '更多' }).click();
  await page.css('al-sentence-box input').fill('这只猫很难过，因为', 'Enter');
  await hasSentence(page, '这 只 猫 很 难过 , 因为');
  expect(await page.css('.unknown-words').text()).toBe('');
});

once('guesses are judged, and the stage shows the outcome', async ({ page }) => {
  for (const [beat, guess, feedback, note] of [
    ['both', 'Nearly all to each', 'At most 50% each', 'Head 1: “'],
    ['parameters', 'The same number', '4,096 before and after', '8 × 9 × 9 = 648 scores'],
  ] as const) {
    const section = page.css(`[data-beat="${beat}"]`);
    await section.get('radio', { name: guess }).click();
    await section.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await section.text()).includes(feedback));
    await shows(page, NOTE, note);
  }
  await page.css('[data-beat="strips"] .show-me').click();
  await shows(page, NOTE, '2 × 9 × 9 = 162 scores');
  const shapes = page
    .css('[data-beat="join"] .math-block math')
    .evaluate((math) => math.textContent);
  expect((await shapes)?.replace(/\s+/g, '')).toContain('(9×2·16)');
  expect(await page.axe()).toEqual([]);
});

test('Verify steps through the pipeline and traces a number back', async ({ page, site }) => {
  await openSite(page, site, 'multi-head/verify/');
  await shows(page, TITLE, '1 Tokens');
  const bench = page.css('[data-part="pipeline"]');
  const step = (name: string) => bench.get('radio', { name }).click();
  await step('Split into heads');
  await shows(page, TRACE, '(the same number in another place)');
  await step('Scores');
  await shows(page, TRACE, 'S₁[2, 3] = −1.279 = (−0.3648)·0.3295 + 1.126·');
  expect(await page.css('.pipeline-maps .lit').count()).toBe(8);
  await step('Scale and mask');
  await shows(page, TRACE, 'L₁[2, 3] = −0.6394 = −1.279 / √4');
  // Arrow keys select a cell. The cells from which it is computed are highlighted (class "lit"). A click on one of them
  // shows the step of the computation that produces the clicked cell.
  await page.css('.made .cell-map-keys').press('ArrowLeft', 'ArrowDown');
  await shows(page, TRACE, 'L₁[3, 2] =');
  await waitFor(async () => (await page.url()).includes('step=logits&row=3&column=2'));
  await page.css('.pipeline-maps .map-cell.lit').click();
  await shows(page, TITLE, '4 Scores');
  await page.get('button', { name: '9 Output projection' }).click();
  await shows(page, TITLE, '9 Output projection');
  expect(await page.css('.pipeline-maps .lit').count()).toBe(16);
  await bench.get('radio', { name: '8' }).click();
  await shows(page, '.stages', '(8, 4, 4) 128');
  expect(await bench.css('.result-more').text()).toContain('288');
  await bench.get('slider', { name: 'Tokens' }).press('End');
  await shows(page, '.stages', '(8, 6, 6) 288');
  await bench.css('al-cell-map[pickable]:not(.made)').nth(6).css('.map-cell').nth(7).click();
  await shows(page, TRACE, 'A₆[2, 2] =');
  await bench.get('radio', { name: 'causal: nothing later' }).click();
  await shows(page, '[data-part="influence"] .heat-readout', '21 of 36 pairs');
});

once('Verify compares the classes, and decides the claims', async ({ page, site }) => {
  await openSite(page, site, 'multi-head/verify/');
  expect(await page.css('.experiment').count()).toBe(20);
  const numbersOf = (variant: string) =>
    page.css(`[data-variant="${variant}"] svg`).evaluate((svg) => svg.textContent);
  const [dead, standard] = [await numbersOf('002_as_printed'), await numbersOf('standard')];
  const predict = page.css('al-predict');
  await predict.get('radio', { name: 'It becomes huge' }).click();
  await predict.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await predict.text()).includes('It moves by 0'));
  // Committing to a guess sets all entries of W_Q, W_K and W_V to a million. This changes the output of "standard" but
  // not of "002_as_printed", which never applies these matrices. The outputs are outside the viewport, so they may
  // change later than the prediction.
  await waitFor(async () => (await numbersOf('standard')) !== standard);
  expect(await numbersOf('002_as_printed')).toBe(dead);
  await page.get('radio', { name: 'as drawn' }).click();
  await waitFor(async () => (await numbersOf('standard')) === standard);
  expect(await numbersOf('002_as_printed')).toBe(dead);
  await page.css('[data-variant="002_as_printed"]').get('button').click();
  await shows(page, '.stages tbody tr:nth-child(2)', 'Q, K, V X 3 × (4, 8)');
  expect(await page.css('.split-count').nth(1).text()).toContain('2 of 8 rows');
  await page.get('slider', { name: 'Dropout rate p' }).press('Home');
  await waitFor(async () =>
    (await page.css('.weight-sums').nth(1).text()).includes('1, 1, 1, and 1'),
  );
  const experiment = (id: string) => page.css(`[data-experiment="${id}"]`);
  const run = (id: string) => experiment(id).css('.experiment-head button').click();
  await run('whole');
  await experiment('whole').get('button', { name: 'Stop' }).click();
  await waitFor(async () => (await experiment('whole').css('progress').count()) === 0);
  expect(await experiment('whole').css('.verdict').count()).toBe(0);
  for (const [id, verdict] of [
    ['mask', 'condition'],
    ['line64', 'fails'],
    ['tensorflow', 'fails'],
    ['split', 'holds'],
  ] as const) {
    await run(id);
    await waitFor(
      async () => (await experiment(id).css('.verdict').attribute('data-verdict')) === verdict,
    );
  }
  await experiment('split').get('button', { name: 'See it in the picture' }).click();
  await waitFor(() => page.css('[data-part="split"]').isFocused());
  expect(await page.axe()).toEqual([]);
});

test('a link of any form restores every field, and a bad one is repaired', async ({
  page,
  site,
}) => {
  await openSite(
    page,
    site,
    'multi-head/verify/#?tokens=3&heads=4&variant=002_as_meant&mask=causal&seed=7&step=project&part=values&head=3&row=2&column=6&layers=drawn&dropoutRate=0.25&dropoutSeed=9&precision=float32',
  );
  await shows(page, TRACE, 'V[2, 6] =');
  const bench = page.css('[data-part="pipeline"]');
  for (const name of ['4', 'V', 'causal: nothing later', 'float32', '002 with its layers called'])
    expect(await bench.get('radio', { name }).isChecked(), name).toBe(true);
  for (const [name, value] of [
    ['Tokens', '3'],
    ['Seed', '7'],
  ] as const)
    expect(await bench.get('spinbutton', { name }).value(), name).toBe(value);
  const dropout = page.css('[data-part="dropout"]');
  expect(await dropout.get('spinbutton', { name: 'Dropout rate p' }).value()).toBe('0.25');
  expect(await dropout.get('spinbutton', { name: 'Seed of the dropout' }).value()).toBe('9');
  await openSite(page, site, 'multi-head/#?heads=3&step=nowhere&tokens=99&row=9');
  await shows(page, '.notice', 'Heads: “3” is not one of the choices; 2 is used.');
  for (const part of ['Step: “nowhere”', 'Tokens: 99', 'Row: 9'])
    expect(await text(page, '.notice')).toContain(part);
  // The link contains no sentence, so the lesson shows its example sentence.
  await hasSentence(page, 'the dog near the boys was tired because it');
});
