// SPDX-License-Identifier: MIT
// Tests the page Verify of the lesson "masking" in a browser: the mask, the masking methods, the printed examples, and
// links.
import { openSite, reads, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('masking/verify/');
const once = inOneEngine(test);

const leak = (page: Page) => page.css('.result-number').text();
const note = (page: Page) => page.css('.main-note').text();
const cell = (page: Page, name: string) => page.get('button', { name: new RegExp(`^${name}:`) });
const edge = (page: Page, name: string) => page.get('slider', { name: `Valid length of ${name}` });
const choose = (page: Page, field: string, name: string) =>
  page.css(`al-choice[field="${field}"]`).nth(0).get('radio', { name }).click();
const more = (page: Page) => page.get('button', { name: 'More' }).click();

/** One text for each row of the mask matrix: its weights, separated by spaces; '' for a cell without a number. */
const weights = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.mask-row')].map((row) =>
      [...row.querySelectorAll('.mask-place')]
        .map((place) => place.querySelector('text:not(.corner)')?.textContent?.trim() ?? '')
        .join(' '),
    ),
  );

test('the causal mask shows its triangle; cells are hidden by pointer and by keys', async ({
  page,
}) => {
  await reads(() => note(page), 'sees 5 of 5 keys');
  await choose(page, 'causal', 'on');
  await reads(() => note(page), 'sees 2 of 5 keys');
  const pressed = () =>
    page.run(() =>
      [...document.querySelectorAll('.mask-row')].map(
        (row) => row.querySelectorAll('[aria-pressed="true"]').length,
      ),
    );
  expect(await pressed()).toEqual([1, 2, 3, 4, 5]);
  expect((await weights(page)).map((row) => row.trim())).toEqual([
    '100%',
    '62% 38%',
    '18% 74% 7%',
    '3% 19% 69% 8%',
    '64% 3% 11% 21% 1%',
  ]);
  const corners = await page.run(() =>
    [...document.querySelectorAll('.mask-row')].map((row) =>
      [...row.querySelectorAll('.corner')].map((corner) => corner.textContent?.trim()),
    ),
  );
  expect(corners[1]).toEqual(['−2', '−2.5', '−∞', '−∞', '−∞']);
  expect(await cell(page, '“,” and “how”').attribute('aria-disabled')).toBe('true');
  await cell(page, '“,” and “Hello”').click();
  await reads(() => note(page), 'sees 1 of 5 keys');
  expect(await cell(page, '“,” and “Hello”').name()).toBe(
    '“,” and “Hello”: score −2, weight 0%, hidden by hand',
  );
  await cell(page, '“,” and “Hello”').press('ArrowDown', 'Space');
  await reads(() => note(page), 'sees 2 of 5 keys');
  expect(await cell(page, '“how” and “Hello”').isFocused()).toBe(true);
  await shows(page, '.main-label', 'for “how”');
  await cell(page, '“how” and “you”').click();
  await shows(page, '.mask-readout', 'hidden: it comes later');
  expect(await cell(page, '“how” and “you”').attribute('aria-pressed')).toBe('false');
  await waitFor(async () => (await page.url()).includes('causal=on'));
});

test('valid lengths are edges that move by dragging and by keys', async ({ page }) => {
  await more(page);
  await choose(page, 'lensKind', 'one for each query');
  await reads(() => note(page), 'sees 2 of 5 keys');
  const { width } = await cell(page, '“,” and “Hello”').box();
  await edge(page, '“,”').drag({ by: { x: 2 * width, y: 5 } });
  await waitFor(async () => (await edge(page, '“,”').attribute('aria-valuenow')) === '4');
  expect(await edge(page, '“,”').attribute('aria-valuetext')).toBe('4 of 5 keys');
  await edge(page, '“,”').press('Home');
  await reads(() => note(page), 'sees no key: 0/0 is not a number');
  await reads(() => leak(page), 'NaN');
  expect(await page.css('.mask-row.broken').count()).toBe(1);
  expect((await weights(page))[1]).toBe('NaN NaN NaN NaN NaN');
  await choose(page, 'lensKind', 'one for all');
  await edge(page, 'all queries').press('ArrowRight');
  await reads(() => note(page), 'sees 4 of 5 keys');
  expect(await page.css('.mask-row.broken').count()).toBe(0);
  await page.css('al-choice[field="row"]').get('radio', { name: 'you' }).click();
  await shows(page, '.main-label', 'for “you”');
});

once('in Verify a constant leaks at large scores, and −∞ does not', async ({ page, site }) => {
  await openSite(page, site, 'masking/verify/#?causal=on&treatment=fill6&size=10000000');
  await reads(() => leak(page), '1');
  expect(await page.css('.mask-place.leak').count()).toBe(3);
  const size = page.css('.stage').get('slider', { name: 'Size of the scores' });
  await size.press('Home');
  await reads(() => leak(page), '0');
  await size.press('End');
  await reads(() => leak(page), '1');
  await choose(page, 'treatment', '−∞');
  await reads(() => leak(page), '0');
  expect(await page.css('.mask-place.leak').count()).toBe(0);
  expect(await page.axe()).toEqual([]);
});

once('Verify shows the seven masking methods and the printed examples', async ({ page }) => {
  for (const [index, guess, part] of [
    [0, /^The first/, '33.3%'],
    [1, /^Three/, '0.4191'],
  ] as const) {
    const predict = page.css('al-predict').nth(index);
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(part));
  }
  // When the second question was answered, the lesson set a state in which the query sees all keys.
  await reads(() => note(page), 'sees 5 of 5 keys');
  await choose(page, 'causal', 'on');
  await reads(() => note(page), 'sees 2 of 5 keys');
  const fills = page.css('[data-part="fills"]');
  const leaks = (index: number) => fills.css('.result-more dd').nth(index).text();
  const size = fills.get('spinbutton', { name: 'Size of the scores' });
  await size.fill('10000');
  await reads(() => leaks(1), '1');
  expect(await leaks(2)).toBe('0');
  await fills.css('al-slider input[type="range"]').press('End');
  await reads(() => leaks(4), '1');
  expect([await leaks(0), await leaks(5)]).toEqual(['0', '0']);
  await size.fill('0');
  await waitFor(async () => (await fills.css('al-number-box .field-error').text()) !== '');

  const twice = page.css('[data-part="twice"]');
  const used = () => twice.css('tbody tr').nth(1).text();
  expect(await used()).toBe('1·2 3 2 ≠ 3');
  await page.get('spinbutton', { name: 'First call, matrix 1' }).fill('4');
  await reads(used, '1·2 3 3 3');

  const sample = page.css('[data-part="sample"]');
  const output = () => sample.css('al-matrix-view tbody').text();
  const printed = 'matrix 1 2 3 4 5 matrix 2 10 11 12 13';
  expect(await output()).toBe(printed);
  await sample.get('button', { name: 'New sample' }).click();
  await choose(page, 'score', 'dot product');
  await reads(() => page.get('spinbutton', { name: 'Seed' }).value(), '2');
  await page.get('spinbutton', { name: 'Seed' }).fill('７');
  await reads(() => page.get('spinbutton', { name: 'Seed' }).value(), '7');
  expect(await output()).toBe(printed);
  await choose(page, 'keys', 'random');
  await waitFor(async () => (await output()) !== printed);

  const card = page.css('[data-experiment="inplace"]');
  await card.get('button', { name: 'Put it to the test' }).click();
  expect(await card.css('.verdict').attribute('data-verdict')).toBe('fails');
  await card.get('button', { name: 'See it in the picture' }).click();
  await reads(used, '1·2 3 2 ≠ 3');
  expect(await page.axe()).toEqual([]);
});

once('in Verify a row without keys shows the result of each convention', async ({ page, site }) => {
  await openSite(page, site, 'masking/verify/#?lensKind=rows&lens=3,0,4,1,5&treatment=exclude');
  await more(page);
  await reads(() => note(page), 'sees no key; equal weights were chosen');
  await reads(() => leak(page), '1');
  await choose(page, 'emptyRow', 'NaN');
  await reads(() => leak(page), 'NaN');
  const fills = page.css('[data-part="fills"]');
  await fills.get('radio', { name: 'score − 10⁹' }).click();
  await waitFor(async () => (await note(page)).includes('no effect'));
  await fills.get('radio', { name: 'float32' }).click();
  await waitFor(async () => (await note(page)).includes('almost equal'));
  await choose(page, 'convention', 'hide');
  await reads(() => note(page), 'sees 5 of 5 keys');
});

test('a link restores every field; a bad one is repaired', async ({ page, site }) => {
  const mask = Array.from({ length: 25 }, (_, i) => (i === 20 ? 0 : 1));
  await openSite(
    page,
    site,
    `masking/verify/#?row=5&mask=${mask}&lensKind=one&len=4&lens=1,2,3,4,5&causal=on&convention=keep` +
      '&treatment=fill6&emptyRow=zeros&size=500&firstLens=1,4&score=dot&keys=drawn&seed=9&precision=float32',
  );
  await reads(() => note(page), 'sees 3 of 5 keys');
  await more(page);
  const boxes = ['Size of the scores', 'First call, matrix 1', 'First call, matrix 2', 'Seed'];
  const values = boxes.map((name) => page.get('spinbutton', { name }).nth(0).value());
  expect(await Promise.all(values)).toEqual(['500', '1', '4', '9']);
  const radios = ['you', 'one for all', 'on', 'keep', '−10⁶', 'dot product', 'random', 'float32'];
  for (const name of radios)
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  expect(await edge(page, 'all queries').attribute('aria-valuenow')).toBe('4');

  // A new document, in which the pointer does not stand on a row of the figure.
  await page.open('about:blank');
  await openSite(page, site, 'masking/verify/#?lensKind=rows&lens=9,x&treatment=soft&size=0');
  await waitFor(async () => (await page.css('.notice').count()) === 1);
  const notice = await page.css('.notice').text();
  for (const part of ['Valid lengths of the queries', '“soft”', 'Size of the scores'])
    expect(notice).toContain(part);
  await reads(() => note(page), 'sees 2 of 5 keys');
});

once('a swipe scrolls the page, even if it starts on a slider', async ({ newPage, site }) => {
  const page = await newPage({ width: 390, height: 700, touch: true });
  await openSite(page, site, 'masking/verify/');
  const slider = page.css('al-slider[field="size"]').nth(0);
  const swipe = async (x: number, y: number) => {
    await slider.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const box = await slider.css('.slider-range').box();
    const from = { x: box.x + 0.85 * box.width, y: box.y + box.height / 2 };
    const top = await page.run(() => scrollY);
    await page.swipe(from, { x: from.x + x, y: from.y + y });
    return (await page.run(() => scrollY)) - top;
  };
  const value = slider.css('input').nth(0);
  const said = () =>
    [...document.querySelectorAll('[role="status"]')].map(({ textContent }) => textContent);
  const state = async () => [
    await value.value(),
    await page.run(said),
    new URLSearchParams((await page.url()).split('?').at(-1)).get('size') ?? '1',
  ];
  const before = await state();
  for (const x of [0, 40]) expect(await swipe(x, -150)).toBeGreaterThan(100);
  expect(await state()).toEqual(before);
  expect(await swipe(0, 0)).toBe(0);
  await waitFor(async () => Number(await value.value()) > 1e7);
  expect(await swipe(-150, 20)).toBe(0);
  await waitFor(async () => Number(await value.value()) < 1e7);
});
