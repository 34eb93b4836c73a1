// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" in a browser: words, the three figures, the beats (the passages of its text), links,
// and Verify (the part with its claims).
import { chooseLanguage, openSite, reads, shows, text, tryCheck } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('#/query-key');
const once = inOneEngine(test);

const main = (page: Page) => () => text(page, '.main-number .result-number');
const beat = (page: Page, id: string) => page.css(`[data-beat="${id}"]`);
const choose = (page: Page, field: string, name: string) =>
  page.css(`.stage al-choice[field="${field}"]`).get('radio', { name }).click();
const showMe = (page: Page, id: string) =>
  beat(page, id).get('button', { name: 'Show me' }).click();
const more = (page: Page) => page.get('button', { name: 'More' }).click();
const box = (page: Page, name: string | RegExp) => page.get('spinbutton', { name });
const commit = async (page: Page, id: string, guess: string) => {
  await beat(page, id).get('radio', { name: guess }).click();
  await beat(page, id).get('button', { name: 'Commit to this guess' }).click();
};

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

test('only two projections make scores asymmetric, and cats attend to the dog', async ({
  page,
}) => {
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

once('readers can type a sentence, and unknown words are named', async ({ page }) => {
  const words = beat(page, 'words');
  await words.get('button', { name: 'Remove “near”' }).click();
  await waitFor(async () => (await names(page)) === 'the dog the cats was sad');
  await words.css('.all-words summary').click();
  await words
    .css('.all-words')
    .get('button', { name: /^because$/ })
    .click();
  await waitFor(async () => (await names(page)) === 'the dog the cats was sad because');
  const sentence = words.get('textbox', { name: 'Your sentence' });
  await sentence.fill('The whale was quiet');
  await sentence.press('Enter');
  await waitFor(async () => (await names(page)) === 'the was quiet');
  await shows(page, '.unknown-words', 'whale');
  await waitFor(async () => (await page.url()).includes('words=the+whale+was+quiet'));
  await sentence.fill('whale');
  await sentence.press('Enter');
  await shows(page, '.stage-figure', 'knows none of these words');
  await sentence.fill('the dog that saw the cats was sad .');
  await sentence.press('Enter');
  await shows(page, '.main-note', '1 word has no room');
  expect(await page.axe()).toEqual([]);
  await chooseLanguage(page, '简体中文');
  await shows(page, '.unknown-words', 'dog');
});

once('the words are in the reader’s language', async ({ page }) => {
  await chooseLanguage(page, '简体中文');
  await waitFor(async () => (await names(page)) === '这 位 喜欢 两 只 猫 的');
  await beat(page, 'words').css('.show-me').click();
  await waitFor(async () => (await weights(page, 7)).startsWith('3% 94%'));
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => (await names(page)) === '那 個 買 三 顆 球 的');
});

once('every guess has its feedback, and the stage shows the outcome', async ({ page }) => {
  await commit(page, 'ways', 'Yes, equal');
  await shows(page, '[data-beat="ways"] .predict-outcome', 'A gives B 73.4% and B gives A 1.4%');
  await waitFor(async () => (await names(page)) === 'A (1, 0) B (3, 0) C (0, 1)');
  await reads(main(page), '0');
  await commit(page, 'line', 'None');
  await shows(page, '[data-beat="line"] .predict-outcome', '2 of 2');
  await shows(page, '.main-note', 'A→A, B→A, and C→B');
  await commit(page, 'round', 'All three');
  await shows(page, '[data-beat="round"] .predict-outcome', 'At most 2');
  await reads(main(page), '2');
  expect(await page.axe()).toEqual([]);
});

once('three tokens form a cycle only with two projections', async ({ page }) => {
  const marks = () => text(page, '.conditions');
  await choose(page, 'figure', 'Circle');
  await reads(main(page), '1');
  await box(page, 's(CA)').fill('1.5');
  await reads(main(page), '2');
  await page.css('al-slider[field="circle"] input[type="range"]').nth(1).press('Home');
  await reads(main(page), '2');
  expect(await marks()).toContain('✗');
  await showMe(page, 'round');
  // The animation must end before the next change, which would stop it, so the test waits for the
  // three final conditions.
  await waitFor(async () => ((await marks()).match(/2 > 0/g) ?? []).length === 3);
  await reads(main(page), '3');
  expect(await page.css('.arrow-ring .strongest.onward').count()).toBe(3);
  expect(await marks()).not.toContain('✗');
  await more(page);
  expect(await page.css('.stage al-slider[field="circle"]').count()).toBe(6);
  await box(page, 's(BA)').fill('4');
  await reads(main(page), '2');
  await choose(page, 'circleKind', 'Symmetric');
  await reads(main(page), '0');
  await choose(page, 'circleKind', 'Two projections');
  await waitFor(async () => (await box(page, 's(BA)').value()) === '2');
});

once('the bound holds with one matrix, and two exceed it', async ({ page }) => {
  const formula = beat(page, 'bound').css('.math-block');
  await choose(page, 'projection', 'W_Q = W_K');
  await waitFor(async () => (await formula.text()).includes('4.894'));
  await showMe(page, 'bound');
  await waitFor(async () => (await formula.text()).includes('7.771'));
  await shows(page, '.bound-note', '“cats” and “dog”: only two matrices can do this');
  await page.css('.map.scores .heat-cells').press('Home');
  await shows(page, '.bound-note', '“the” (token 1)');
  await choose(page, 'figure', 'Circle');
  await shows(page, '[data-beat="bound"]', 'Choose the words');
});

once('at rank 1, only two keys are ever the best match', async ({ page }) => {
  await choose(page, 'projection', 'Two');
  const form = beat(page, 'form');
  await shows(page, '[data-beat="form"]', /\b4 keys/);
  await showMe(page, 'form');
  await shows(page, '[data-beat="form"]', /\b2 keys/);
  const width = form.get('slider', { name: 'Components dₖ' });
  await waitFor(async () => (await width.text()) === '1');
  await width.press('End');
  await shows(page, '[data-beat="form"]', /\b4 keys/);
});

once('the check gives feedback, and asks about other numbers', async ({ page }) => {
  await tryCheck(page, 2, 'exceeds the mean of both own scores');
});

const VERIFY = '#/query-key/verify';
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
    '#/query-key/verify?sentence=to+be+or+not&seed=7&projection=two&dimension=16&deviation=0.5' +
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

  await openSite(page, site, '#/query-key?sentence=+&projection=three&circle=9&vectors=1');
  await waitFor(async () => (await page.css('.notice').count()) === 1);
  const notice = await page.css('.notice').text();
  for (const part of ['Sentence', '“three”', 'Scores between the three tokens', 'Coordinates'])
    expect(notice).toContain(part);
  await waitFor(async () => (await names(page)) === 'the dog near the cats was sad');
});
