// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" in a browser: its sentence, its question, and its page Verify with the claims.
import { chooseLanguage, openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('query-key/');
const once = inOneEngine(test);

const main = (page: Page) => () => text(page, '.main-number .result-number');
const choose = (page: Page, field: string, name: string) =>
  page.css(`.stage al-choice[field="${field}"]`).get('radio', { name }).click();
const more = (page: Page) => page.get('button', { name: 'More' }).click();
const box = (page: Page, name: string | RegExp) => page.get('spinbutton', { name });
const VERIFY = 'query-key/verify/';

/** The words of the sentence in the figure beside the text. */
const sentence = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.scene-stage text.word.sized')]
      .map((word) => word.textContent)
      .join(' '),
  );

/** The row labels of the matrix of weights, one for each word, separated by spaces. */
const names = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.map.weights .heat-row > text')]
      .map((one) => one.textContent)
      .join(' '),
  );
/** The numbers in a row of the matrix of weights. `row` counts from 1. */
const weights = (page: Page, row: number) =>
  page.run(
    (index) =>
      [
        ...(document
          .querySelectorAll('.map.weights .heat-row')
          [index - 1]?.querySelectorAll(':scope > g text') ?? []),
      ]
        .map((one) => one.textContent)
        .join(' '),
    row,
  );

test('in Verify, only two projections make scores asymmetric', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  await waitFor(async () => (await names(page)) === 'the dog near the cats was sad');
  await reads(main(page), '0');
  await choose(page, 'projection', 'W_Q = W_K');
  await waitFor(async () => (await weights(page, 5)).startsWith('0% 28%'));
  await reads(main(page), '0');
  await page.get('radio', { name: 'Two' }).nth(0).press('Space');
  await reads(main(page), '3.835');
  expect(await weights(page, 5)).toBe('0% 97% 0% 0% 2% 0% 0%');
  expect(await weights(page, 2)).toBe('0% 95% 0% 0% 4% 0% 0%');
  await shows(page, '.main-note', 'weights by 0.93');
  const map = page.css('.map.weights .heat-cells');
  await map.press('End');
  await shows(page, '.map.weights .heat-readout', '“the” (token 1) gives “sad”');
  await map.press('ArrowDown', 'Home', 'ArrowRight');
  await shows(page, '.map.weights .heat-readout', '“dog” gives “dog” 95');
  await page.get('button', { name: 'Reset' }).click();
  await reads(main(page), '0');
});

once('readers can write a sentence, and unknown words are named', async ({ page }) => {
  const step = page.css('[data-step="search"]');
  await step.css('summary').nth(0).click();
  await step.get('button', { name: 'Remove “near”' }).click();
  await waitFor(async () =>
    expect(await sentence(page)).toBe('the dog the boys was tired because it'),
  );
  await step.css('.all-words summary').click();
  const box = step.get('textbox', { name: 'Your sentence' });
  await box.fill('The whale was quiet');
  await box.press('Enter');
  await waitFor(async () => expect(await sentence(page)).toBe('the was quiet'));
  await shows(page, '.unknown-words', 'whale');
  await waitFor(async () => expect(await page.url()).toContain('#?words=the+whale+was+quiet'));
  await box.fill('whale');
  await box.press('Enter');
  await waitFor(async () => expect(await sentence(page)).toBe(''));
  expect(await page.axe()).toEqual([]);
});

once('the sentence is in the reader’s language', async ({ page }) => {
  await chooseLanguage(page, '简体中文');
  await waitFor(async () => expect(await sentence(page)).toBe('这 位 喜欢 两 只 猫 的'));
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => expect(await sentence(page)).toBe('那 個 買 三 顆 球 的'));
});

test('the answer is absent from the figure until the reader has guessed', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'query-key/#guess');
  const step = page.css('[data-step="guess"]');
  const parts = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
        ({ dataset }) => dataset.part,
      ),
    );
  await waitFor(async () => expect(await parts()).toEqual(['two']));
  await step.get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', 'Can any product be negative?');
  expect(await parts()).toEqual(['two']);
  await step.get('radio', { name: 'Mostly at another word' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+No other word comes near/);
  await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));

  await page.reload();
  await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));
  await step.get('button', { name: 'Guess again' }).click();
  await waitFor(async () => expect(await parts()).toEqual(['two']));
  await step.get('button', { name: 'Show me' }).click();
  await shows(page, '.predict-outcome', /^This is the answer\.\s+Its key equals its query/);
  await waitFor(async () => expect(await parts()).toEqual(['two', 'one']));
});

once('the key of another word has another score', async ({ page, site }) => {
  await openSite(page, site, 'query-key/#score');
  const score = () => page.css('.scene-stage .number-of-moment').text();
  await waitFor(async () => expect(await score()).toBe('11.82'));
  await page.css('[data-step="score"]').get('radio', { name: 'boys' }).click();
  await waitFor(async () => expect(await score()).toBe('6.12'));
  await shows(page, '.scene-chip', 'Yours: Key of word = 5');
});

once('in Verify, three tokens form a cycle only with two projections', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  await choose(page, 'figure', 'Circle');
  await reads(main(page), '1');
  await box(page, 's(CA)').fill('1.5');
  await reads(main(page), '2');
  await page.css('al-slider[field="circle"] input[type="range"]').nth(1).press('Home');
  await reads(main(page), '2');
  await more(page);
  await choose(page, 'circleKind', 'Two projections');
  for (const name of ['s(AB)', 's(BC)', 's(CA)']) await box(page, name).fill('2');
  for (const name of ['s(BA)', 's(CB)', 's(AC)']) await box(page, name).fill('0');
  await reads(main(page), '3');
  expect(await page.css('.arrow-ring .strongest.onward').count()).toBe(3);
  expect(await page.css('.stage al-slider[field="circle"]').count()).toBe(6);
  await box(page, 's(BA)').fill('4');
  await reads(main(page), '2');
  await choose(page, 'circleKind', 'Symmetric');
  await reads(main(page), '0');
  await choose(page, 'circleKind', 'Two projections');
  await waitFor(async () => (await box(page, 's(BA)').value()) === '2');
});

const mean = (page: Page) => page.css('.random-bench .meanDiagonal').text();
const rows = (page: Page) => page.css('.stages tbody tr').count();

test('Verify has a sentence with random embeddings, and its curve', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  const bench = page.css('.random-bench');
  const asymmetry = () => bench.css('.scoresAsymmetry').text();
  await reads(() => mean(page), '1');
  expect(await rows(page)).toBe(6);
  expect(await asymmetry()).toBe('0');
  await bench.get('radio', { name: 'W_Q = W_K' }).click();
  await reads(() => mean(page), '0.9888');
  expect(await asymmetry()).toBe('0');
  await bench.get('radio', { name: 'Two' }).click();
  await reads(asymmetry, '3.131');
  expect(await bench.css('.eigenvalue').text()).toBe('−2.549');
  await bench.get('radio', { name: 'None' }).click();
  const size = page.css('al-slider[field="deviation"] input[type="range"]');
  for (const [key, end] of [
    ['End', '2'],
    ['Home', '0.02'],
  ] as const) {
    await size.press(key);
    await waitFor(async () => (await box(page, 'Size σ of the components').value()) === end);
  }
  await box(page, 'Size σ of the components').fill('0.1');
  await reads(() => mean(page), '0.1918');
  const dimensions = bench.css('al-slider[field="dimension"] input[type="range"]');
  await dimensions.press('Home', 'ArrowRight');
  await waitFor(async () => (await box(page, 'Dimensions d').value()) === '3');
  await dimensions.press('Home');
  await waitFor(async () => (await box(page, 'Dimensions d').value()) === '2');
  await page.get('radio', { name: 'number d' }).click();
  await page.get('slider', { name: /^Marker/ }).press('End');
  await waitFor(async () => (await box(page, 'Dimensions d').value()) === '300');
});

once(
  'in Verify, pointing at a cell or moving to it by keys describes it',
  async ({ page, site }) => {
    await openSite(page, site, VERIFY);
    const readout = () => page.css('.random-bench .heat-readout').nth(0).text();
    expect(await readout()).toMatch(/^Point at a cell/);
    const map = page.css('.random-bench .heat-cells').nth(0);
    await map.press('ArrowRight');
    await reads(readout, 'Query “Hello”, key “,”: score −0.371');
    await map.press('End', 'ArrowDown');
    await waitFor(async () => (await readout()).startsWith('Query “,”, key “?”: score'));
    expect(await page.css('.stages tr.active').get('rowheader').text()).toBe(',');
    await page.css('.random-bench').get('radio', { name: 'you' }).click();
    await waitFor(async () => (await page.url()).includes('row=5'));
  },
);

once('in Verify, a sentence may have any script and a limited length', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  const sentence = page.get('textbox', { name: 'Sentence' });
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
  await sentence.fill('the cat the');
  await waitFor(async () => (await rows(page)) === 3);
  expect(await page.css('al-text-box .field-error').text()).toBe('');
  const first = await page.css('.stages tbody').text();
  await page.get('button', { name: 'New sample' }).click();
  await waitFor(async () => (await page.css('.stages tbody').text()) !== first);
  expect(await box(page, 'Seed').value()).toBe('2');
});

once('in Verify, every claim gets its verdict and its figure', async ({ page, site }) => {
  await openSite(page, site, VERIFY);
  const predict = page.css('al-predict');
  await predict.get('radio', { name: /^About half/ }).click();
  await predict.get('button', { name: 'Commit to this guess' }).click();
  await shows(page, 'al-predict .predict-outcome', 'It keeps 19.16%. Each score');
  await reads(() => mean(page), '0.1918');
  const verdicts = {
    ...{ shapes: 'holds', same: 'fails', meaning: 'fails', spaces: 'holds', symmetric: 'holds' },
    ...{ others: 'fails', oneway: 'fails', dominates: 'condition', dimensions: 'holds' },
    ...{ row: 'fails', itself: 'condition', columns: 'holds', definite: 'condition' },
    ...{ line: 'holds', circle: 'holds', form: 'holds' },
  };
  const card = (id: string) => page.css(`[data-experiment="${id}"]`);
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    await card(id).get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card(id).css('.verdict').count()) === 1);
    expect(await card(id).css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  for (const [id, words] of [
    ['others', '0.7337'],
    ['oneway', '0.002472'],
    ['circle', '27 assignments'],
    ['row', '1.09'],
  ] as const)
    expect(await card(id).text()).toContain(words);
  for (const [id, picture] of [
    ['same', '.random-bench'],
    ['dimensions', '.curve-bench'],
    ['circle', '.stage'],
  ] as const) {
    await card(id).get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css(picture).isFocused());
  }
  expect(await page.axe()).toEqual([]);
});

test('a link restores every field; a bad one is repaired', async ({ page, site }) => {
  const link =
    'query-key/verify/#?sentence=to+be+or+not&seed=7&projection=two&dimension=16&deviation=0.5' +
    '&divisor=none&row=2&axis=dimension&circleKind=two&circle=1,2,3,-1,-2,-3&precision=float32';
  await openSite(page, site, link);
  await waitFor(async () => (await rows(page)) === 4);
  await more(page);
  const bench = page.css('.random-bench');
  expect(await page.get('textbox', { name: 'Sentence' }).value()).toBe('to be or not');
  const boxes = ['Seed', 'Dimensions d', 'Size σ of the components'];
  expect(await Promise.all(boxes.map((name) => box(page, name).value()))).toEqual([
    '7',
    '16',
    '0.5',
  ]);
  for (const name of ['Two', 'be'])
    expect(await bench.get('radio', { name }).isChecked(), name).toBe(true);
  for (const name of ['number d', 'float32'])
    expect(await page.get('radio', { name }).isChecked(), name).toBe(true);
  expect(await page.css('al-choice[field="divisor"]').get('radio', { name: '1' }).isChecked()).toBe(
    true,
  );
  await choose(page, 'figure', 'Circle');
  await waitFor(async () => (await box(page, 's(AC)').value()) === '-3');
  await page.get('slider', { name: /^Marker/ }).press('Home');
  await waitFor(async () => (await page.url()).includes('dimension=2'));

  await openSite(page, site, 'query-key/verify/#?sentence=+&projection=three&circle=9&vectors=1');
  await waitFor(async () => (await page.css('.notice').count()) === 1);
  const notice = await page.css('.notice').text();
  for (const part of ['Sentence', '“three”', 'Scores between the three tokens', 'Coordinates'])
    expect(notice).toContain(part);
  await waitFor(async () => (await names(page)) === 'the dog near the cats was sad');
});
