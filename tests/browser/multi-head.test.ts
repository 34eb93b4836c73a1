// SPDX-License-Identifier: MIT
// Tests the lesson "multi-head" in a browser: words, weights, its question, links, and its page Verify with the claims.
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
const VERIFY = 'multi-head/verify/';

/** The words of the sentence in the figure beside the text. */
const hasWords = (page: Page, expected: string) =>
  waitFor(async () =>
    expect(
      await page.run(() =>
        [...document.querySelectorAll('.scene-stage text.word.sized')]
          .map((word) => word.textContent)
          .join(' '),
      ),
    ).toBe(expected),
  );

/** The texts of the figure beside the text that a selector finds. */
const said = (page: Page, selector: string) =>
  page.run(
    (kind) =>
      [...document.querySelectorAll(`.scene-stage ${kind}`)].map((text) =>
        text.textContent?.trim(),
      ),
    selector,
  );
const says = (page: Page, selector: string, expected: readonly string[]) =>
  waitFor(async () => expect(await said(page, selector)).toEqual(expected));

/** The words of the figure of Verify. */
const sentence = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.arc-symbol')].map((word) => word.textContent?.trim()).join(' '),
  );
const hasSentence = (page: Page, expected: string) =>
  waitFor(async () => (await sentence(page)) === expected);

test('a reader sees where two heads look, from any word', async ({ page }) => {
  await hasWords(page, 'the dog near the boys was tired because it');
  await says(page, 'text.weight', ['99.7%', '94.5%']);
  await page.css('[data-step="two"]').get('radio', { name: 'because' }).click();
  await says(page, 'text.from', ['because']);
  await shows(page, '.scene-chip', 'Yours: The word that looks = 8');
  await waitFor(async () => expect(await page.url()).toMatch(/#\?place=8$/));
  await page.reload();
  await says(page, 'text.from', ['because']);
  await page.get('button', { name: 'Back to the start' }).click();
  await says(page, 'text.weight', ['99.7%', '94.5%']);
});

once('a reader writes a sentence, in every language', async ({ page }) => {
  await hasWords(page, 'the dog near the boys was tired because it');
  const step = page.css('[data-step="two"]');
  await step.css('summary').nth(0).click();
  await step.css('.all-words summary').click();
  const box = step.get('textbox', { name: 'Your sentence' });
  // By default, fill() ends with Tab, which would move the focus to the next step.
  await box.fill('The whale near the queen was sad', 'Enter');
  await hasWords(page, 'the near the queen was sad');
  await shows(page, '[data-step="two"] .unknown-words', 'whale');
  await chooseLanguage(page, 'zh-Hant');
  await page.get('button', { name: '回到開頭' }).click();
  await hasWords(page, '那 隻 貓 走 了 ， 因為');
  await chooseLanguage(page, 'zh-Hans');
  await hasWords(page, '这 只 狗 很 难过 ， 因为');
  expect(await page.axe()).toEqual([]);
});

test('the weights of one row are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'multi-head/#guess');
  const step = page.css('[data-step="guess"]');
  const parts = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
        ({ dataset }) => dataset.part,
      ),
    );
  await waitFor(async () => expect(await parts()).toEqual(['scores']));
  await step.css('input[type="range"]').press('End');
  await waitFor(async () => expect(await said(page, 'text.score.middle')).toContain('30'));
  expect(await parts()).toEqual(['scores']);
  await step.get('radio', { name: /^More, if/ }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+Softmax sees only differences/);
  await waitFor(async () => expect(await parts()).toEqual(['scores', 'weights']));
  await says(page, 'text.weight.middle', ['50%', '50%']);
  await step.css('input[type="range"]').press('Home');
  await says(page, 'text.weight.middle', ['11.1%', '11.1%']);
});

once(
  'a link restores the number of heads; the query turns to other words',
  async ({ page, site }) => {
    await openSite(page, site, 'multi-head/#count?heads=16');
    await says(page, '.number-of-moment', ['1,048,576', '65,536']);
    await shows(page, '.scene-chip', 'Yours: Heads = 16');
    await page.css('[data-step="count"]').get('radio', { name: /^1$/ }).click();
    await says(page, '.number-of-moment', ['1,048,576', '4,096']);

    await openSite(page, site, 'multi-head/#narrow');
    await says(page, 'text.to', ['dog']);
    const found = new Set<string | undefined>();
    const turn = page.css('[data-step="narrow"] input[type="range"]');
    for (let i = 0; i < 8; i++) {
      await turn.press('PageUp');
      for (const word of await said(page, 'text.to')) found.add(word);
    }
    expect(found.size).toBeGreaterThan(1);
    expect(found.has('boys')).toBe(false);
  },
);

once('Verify keeps the figure of two heads and of strips', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  await hasSentence(page, 'the dog near the boys was tired because it');
  await shows(page, NOTE, 'Head 1: “dog” 100% · Head 2: “because” 94%');
  expect(Number(await text(page, '.result-number'))).toBeCloseTo(0.5, 1);
  await page.css('.arc-position').press('ArrowLeft');
  await shows(page, NOTE, 'Head 1: “because” 100% · Head 2: “dog”');
  await waitFor(async () => (await page.url()).includes('place=8'));
  const stage = page.css('.stage');
  await stage.get('radio', { name: 'Strips' }).click();
  await shows(page, '.main-number', '4096');
  await shows(page, NOTE, '2 × 9 × 9 = 162 scores');
  await stage.get('radio', { name: '8' }).click();
  await shows(page, NOTE, '8 × 9 × 9 = 648 scores');
  await shows(page, '.main-number', '4096');
  expect(await page.css('.head-column').count()).toBe(8);
  await page.css('.head-column').nth(2).hover();
  await waitFor(async () => (await page.css('.fan.active').count()) === 1);
  await page.get('button', { name: 'Reset' }).click();
  await shows(page, NOTE, 'Head 1: “dog” 100%');
  await page.get('button', { name: 'More' }).click();
  const box = page.get('textbox', { name: 'Your sentence' });
  await box.fill('The whale near the queen was sad');
  await box.press('Enter');
  await hasSentence(page, 'the near the queen was sad');
  await shows(page, '.unknown-words', 'The model does not know: whale');
});

test('Verify steps through the pipeline and traces a number back', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
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
  await openSite(page, site, VERIFY);
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
  await openSite(page, site, 'multi-head/verify/#?heads=3&step=nowhere&tokens=99&row=9');
  await shows(page, '.notice', 'Heads: “3” is not one of the choices; 2 is used.');
  for (const part of ['Step: “nowhere”', 'Tokens: 99', 'Row: 9'])
    expect(await text(page, '.notice')).toContain(part);
  // The link contains no sentence, so the lesson shows its example sentence.
  await hasSentence(page, 'the dog near the boys was tired because it');
});
