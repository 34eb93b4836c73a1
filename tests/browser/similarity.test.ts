// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" in a browser: its controls, its questions, and its page Verify with arrows, search, mix
// and claims.
import { chooseLanguage, openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('similarity/verify/');
const once = inOneEngine(test);

const box = (page: Page, name: string | RegExp) => page.get('spinbutton', { name });
const figure = (page: Page, name: 'Arrows' | 'Search' | 'Mix') =>
  page.css('.stage').get('radio', { name }).click();
const more = (page: Page) => page.get('button', { name: 'More' }).click();
const main = (page: Page) => () => text(page, '.main-number .result-number');
const area = (page: Page) => page.css('.vector-plane .area').attribute('d');
/** The CSS selector of a recipe's weight in the table of the search. `index` counts the recipes from 1. */
const weight = (index: number) => `.titles tbody tr:nth-child(${index}) .weight`;

/** The texts of a part of the figure beside the text. */
const parts = (page: Page, part: string) =>
  page.run(
    (name) =>
      [...document.querySelectorAll(`.scene-stage [data-part="${name}"] text`)].map(
        ({ textContent }) => textContent,
      ),
    part,
  );
const showsParts = (page: Page, part: string, ...texts: string[]) =>
  waitFor(async () => expect(await parts(page, part)).toEqual(texts));

test('the score of a key follows its direction and its length, and its cosine only the direction', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'similarity/#arrows');
  await showsParts(page, 'second', '6.5');
  const turn = page.css('[data-step="arrows"]').get('spinbutton', { name: /^Direction/ });
  // At 14° the key has the direction of the query; at 130° the angle is more than a right one.
  await turn.fill('14.04');
  await showsParts(page, 'second', '11.1');
  await turn.fill('130');
  await waitFor(async () => expect((await parts(page, 'second'))[0]).toMatch(/^−/));
  await shows(page, '.scene-chip', 'Yours: Key k₂ = −1.73');

  await openSite(page, site, 'similarity/#cosine');
  await showsParts(page, 'second', '14.3');
  await showsParts(page, 'cosines', 'cosine', '0.92', 'cosine', '0.59');
  const length = page.css('[data-step="cosine"]').get('slider', { name: 'Length of k₂' });
  await length.press('Home');
  await waitFor(async () => expect(Number((await parts(page, 'second'))[0])).toBeLessThan(2));
  await showsParts(page, 'cosines', 'cosine', '0.92', 'cosine', '0.59');
});

test('the scores of the people are absent from the figure until the reader has answered', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'similarity/#people');
  await showsParts(page, 'answers', '?', '?', '?');
  expect(await text(page, '.scene-stage')).not.toMatch(/7501|8596|8838/);
  const step = page.css('[data-step="people"]');
  await step.get('radio', { name: /^The first/ }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '[data-step="people"] .predict-outcome', /^Not quite\.\s+It is the third/);
  await showsParts(page, 'answers', '7501', '8596', '8838');
  await step.get('button', { name: 'Guess again' }).click();
  await showsParts(page, 'answers', '?', '?', '?');
});

test('a search marks the words that count, and the minutes move the output but no weight', async ({
  page,
  site,
}) => {
  const marked = () =>
    page.run(() =>
      [...document.querySelectorAll('.scene-stage .marked')].map(({ textContent }) => textContent),
    );
  await openSite(page, site, 'similarity/#recipes');
  await waitFor(async () =>
    expect((await marked()).map((word) => word?.toLowerCase())).toEqual([
      'ginger',
      ...Array<string>(6).fill('tea'),
    ]),
  );
  await page.css('[data-step="recipes"]').get('radio', { name: 'egg' }).click();
  await waitFor(async () => expect(await marked()).toEqual(['eggs', 'Egg', 'Egg']));
  await shows(page, '.scene-chip', 'Yours: Search = egg');
  await waitFor(async () => expect(await page.url()).toMatch(/#recipes\?search=egg$/));

  await openSite(page, site, 'similarity/#guess');
  const step = page.css('[data-step="guess"]');
  await waitFor(async () => (await page.css('.scene-stage rect.unknown').count()) === 6);
  expect(await text(page, '.scene-stage')).not.toContain('%');
  await step.get('radio', { name: 'It stays the same' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '[data-step="guess"] .predict-outcome', /^Correct\.\s+It is 57\.5%, as before/);
  await shows(page, '.scene-stage [data-part="output"] text', '54.6 minutes');
  const weights = await parts(page, 'weights');
  expect(weights.at(-1)).toBe('57.5%');
  await step.get('spinbutton', { name: 'Minutes of the last recipe' }).fill('10');
  await shows(page, '.scene-stage [data-part="output"] text', '14.3 minutes');
  expect(await parts(page, 'weights')).toEqual(weights);
});

once('a link restores the temperature of the last step', async ({ page, site }) => {
  await openSite(page, site, 'similarity/#soft?temperature=50');
  await shows(page, '.scene-stage [data-part="output"] text', '26.4 minutes');
  await shows(page, '.scene-chip', 'Yours: Temperature T = 50');
});

test('arrows move by box, key and pointer, and the longer key gets more weight', async ({
  page,
  site,
}) => {
  await reads(main(page), '9.5');
  await openSite(page, site, 'similarity/verify/#?query=1,0&key=1,0&other=5,4');
  await more(page);
  await box(page, 'k₂, up').fill('5');
  await reads(main(page), '5');
  await shows(page, '.main-number', 'Higher score: k₂');
  await shows(page, '.main-number', 'k₂ is farther from q in angle');
  await shows(page, '.readings', '45°');
  const hatched = await area(page);
  await page.get('slider', { name: 'Key k₂' }).press('ArrowLeft', 'Shift+ArrowDown');
  await waitFor(async () => (await box(page, 'k₂, across').value()) === '4.9');
  expect(await box(page, 'k₂, up').value()).toBe('4');
  expect(await area(page)).toBe(hatched);
  await page.css('.tip.other .grip').drag({ by: { x: 20, y: 40 } });
  await waitFor(async () => Number(await box(page, 'k₂, across').value()) > 5);
  expect(Number(await box(page, 'k₂, up').value())).toBeLessThan(3);
  await page.get('radio', { name: 'cosine' }).click();
  await waitFor(async () => (await area(page)) === '');
  await box(page, 'q, across').fill('0');
  await shows(page, '.main-number', 'no direction');
  expect(await text(page, '.stage')).not.toContain('NaN');
});

once('a search is typed or picked, and sharpens at low temperature', async ({ page }) => {
  await figure(page, 'Search');
  const search = page.get('textbox', { name: 'Search' });
  expect(await search.value()).toBe('ginger tea');
  await shows(page, weight(6), '57.5%');
  await reads(main(page), '31.57');
  await search.fill('three eggs, egg egg and tea');
  await shows(page, '.search-unknown', 'three and and');
  await shows(page, weight(3), '45.4%');
  await more(page);
  expect(await page.get('button', { name: 'egg ×3' }).attribute('aria-pressed')).toBe('true');
  await box(page, 'Temperature T').fill('0.01');
  await shows(page, '.main-number', 'Most weight: Tea eggs, 100%');
  expect(await text(page, weight(1))).toBe('<0.1%');
  await reads(main(page), '60');
  for (const name of ['egg ×3', 'tea']) await page.get('button', { name }).click();
  await shows(page, '.main-number', 'All titles have the same weight');
  await page.get('radio', { name: 'cosine' }).click();
  await shows(page, '.main-number', 'No weights');
  expect(await page.axe()).toEqual([]);
  await page.get('button', { name: 'honey' }).press('Enter');
  await page.get('button', { name: 'milk' }).press('Space');
  await shows(page, '.main-number', 'Milk tea with honey');
  expect(await search.value()).toBe('honey milk');
  await chooseLanguage(page, '繁體中文');
  await waitFor(async () => (await page.css('.search-text').value()) === '蜂蜜 奶');
  await page.css('.search-text').fill('蜂蜜薑茶');
  await waitFor(async () => (await page.url()).includes('words=1,1,0,0,1,0,0,0,0'));
});

once('changing a content moves the output but no weight', async ({ page }) => {
  await figure(page, 'Mix');
  const notes = async () =>
    Promise.all((await page.css('.mix-note').all()).map((note) => note.text()));
  const before = await notes();
  expect(before[5]).toBe('Tea, tea, tea: milk, honey, lemon 57.5%');
  const rice = page.get('slider', { name: 'Egg fried rice' });
  await rice.press('ArrowRight', 'Shift+ArrowDown');
  await waitFor(
    async () => (await rice.attribute('aria-valuetext')) === '16 minutes, 590 kilocalories',
  );
  await page
    .css('.mix-point .grip')
    .nth(5)
    .drag({ by: { x: 60, y: -30 } });
  await waitFor(async () => Number(await main(page)()) > 33);
  expect(await notes()).toEqual(before);
});

once(
  'in Verify, the five steps show their matrices, and shapes that do not fit are refused',
  async ({ page }) => {
    expect(await text(page, '.stages tbody tr:nth-child(6) .weight')).toBe('0.5753');
    await box(page, 'Minutes of Egg fried rice').fill('20');
    await waitFor(async () => (await page.url()).includes('minutes=10,8,60,25,20,40'));
    expect(await text(page, '.matrices')).toContain('Kᵀ (9, 6)');
    const next = page.get('button', { name: 'Next step' });
    await next.click();
    await shows(page, '.matrices', 'divided scores (1, 6)');
    await next.click();
    await page.get('radio', { name: /^6 Tea/ }).click();
    await shows(page, '.matrices', '−∞');
    await page.get('radio', { name: '5 MatMul' }).click();
    await shows(page, '.matrices', 'V (6, 2)');
    expect(await text(page, '.matrices')).toContain('output (1, 2)');
    expect(await text(page, '.stages tbody tr:nth-child(6) .weight')).toBe('0');
    expect(await page.css('.steps .active-term').text()).toBe('V');
    await shows(page, '.shape.output', '(2, 4, 2, 7)');
    await box(page, 'd_q of the query').fill('4');
    await shows(page, '.refused', 'keys');
    expect(await text(page, '.refused')).toContain('(2, 4, 5, 3)');
    expect(await page.css('.shape.output').count()).toBe(0);
  },
);

once('in Verify, every claim gets its verdict and its figure', async ({ page }) => {
  const verdicts = {
    ...{ angle: 'condition', similar: 'condition', score: 'fails', product: 'condition' },
    ...{
      hull: 'condition',
      formula: 'holds',
      transpose: 'holds',
      twice: 'fails',
      width: 'holds',
    },
    ...{ dimensions: 'condition', shapes: 'condition', heads: 'condition', whole: 'condition' },
    arguments: 'condition',
    notebook: 'holds',
  };
  const card = (id: string) => page.css(`[data-experiment="${id}"]`);
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    await card(id).get('button', { name: 'Put it to the test' }).click();
    expect(await card(id).css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await card('twice').text()).toContain('13.44');
  for (const [id, picture] of [
    ['angle', '.stage'],
    ['formula', '.steps'],
    ['shapes', '.shapes-bench'],
  ] as const) {
    await card(id).get('button', { name: 'See it in the picture' }).click();
    await waitFor(() => page.css(picture).isFocused());
  }
  expect(await text(page, '.shape.output')).toBe('(2, 4, 4, 2)');
  const exceed = page.css('al-predict');
  await exceed.get('radio', { name: 'Only at a very low temperature.' }).click();
  await exceed.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await exceed.text()).includes('2,448 searches'));
  await reads(main(page), '60');
  expect(await page.axe()).toEqual([]);
});

test('a deep link to Verify restores every field, and a bad one reports what is missing', async ({
  page,
  site,
}) => {
  const link =
    'query=1,2&key=-3,0.5&other=0,4&measure=scaled&words=0,0,0,0,2,1,0,0,0&minutes=1,2,3,4,5,6&energy=7,8,9,10,11,12&temperature=0.5&hidden=2&step=mask&sides=1,2,4,4,5&precision=float32';
  await openSite(page, site, `similarity/verify/#?${link}`);
  await more(page);
  expect(await box(page, 'k₁, across').value()).toBe('-3');
  expect(await box(page, 'Minutes of Tea eggs').value()).toBe('3');
  expect(await page.get('radio', { name: /^2 Milk/ }).isChecked()).toBe(true);
  expect(await text(page, '.shape.output')).toBe('(2, 4, 1, 5)');
  expect(await page.get('radio', { name: 'float32' }).isChecked()).toBe(true);
  await figure(page, 'Search');
  expect(await page.get('textbox', { name: 'Search' }).value()).toBe('tea tea egg');
  expect(await box(page, 'Temperature T').property<boolean>('disabled')).toBe(true);
  await openSite(page, site, 'similarity/verify/#?query=5');
  await shows(page, '.notice', 'Query q: too few numbers (5); 4,1 is used.');
});
