// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" in a browser: its controls, its question, and its page Verify with random draws on fixed
// axes, the derivation and the claims.
import { createEngine } from '../../web/src/engine/node.ts';
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** A link with only 2,000 random pairs, so that the tests are fast. */
const QUICK = 'scaling/verify/#?d=64&pairs=2000';

const test = lessonTest(QUICK);
const once = inOneEngine(test);

const box = (page: Page, name: string) => page.get('spinbutton', { name }).nth(0);
const more = (page: Page) => page.get('button', { name: 'More' }).click();
const progress = (page: Page) => text(page, '.pairs-progress .job-text');
const button = (page: Page) => page.css('.pairs-progress button');
const drawn = async (page: Page) =>
  Number((await progress(page)).split(' ')[0]?.replaceAll(',', ''));

/** Waits until all pairs are drawn. Only then does the figure's description state the number of pairs. */
const isDrawn = (page: Page, pairs = '2,000') =>
  waitFor(async () =>
    ((await page.css('svg.spread').attribute('aria-label')) ?? '').includes(`${pairs} pairs`),
  );

/** Whether each number of a step of the derivation agrees with the draws. */
const marks = (page: Page, step: string) =>
  page.run(
    (id) =>
      [...document.querySelectorAll(`.steps [data-step="${id}"] tbody tr`)].map((row) =>
        row.classList.contains('kept') ? 'kept' : 'broken',
      ),
    step,
  );

/** Chooses the number by which q·k is divided. */
const divide = (page: Page, name: string) =>
  page.css('.stage al-choice[field="divisor"]').get('radio', { name }).click();

/** Waits until the description of the figure has about this standard deviation of q·k. */
const hasDeviation = (page: Page, expected: number) =>
  waitFor(async () => {
    const told = (await page.css('svg.spread').attribute('aria-label')) ?? '';
    const [, deviation] = /Above: .*? standard deviation ([\d.]+)\./.exec(told) ?? [];
    expect(Number(deviation) / expected).toBeCloseTo(1, 0);
  });

/** For each histogram: the width in pixels of its bar of ±1 standard deviation, its note, and its tick labels. */
const figure = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll('.spread-row')].map((row) => ({
      // Measures the path with getBBox, because browsers disagree on whether other boxes include the stroke.
      width: row.querySelector<SVGPathElement>('.spread-deviation path')?.getBBox().width ?? 0,
      note: row.querySelector('.spread-note')?.textContent ?? '',
      ticks: [...row.querySelectorAll('.axes text')].map((tick) => tick.textContent).join(' '),
    })),
  );

/** The text of the width of the histogram in the figure beside the text, and the length of its line in px. */
const widthIn = async (page: Page) => ({
  text: await text(page, '.scene-stage [data-part="width"] text'),
  length: await page.run(
    () =>
      document.querySelector<SVGPathElement>('.scene-stage [data-part="width"] path')?.getBBox()
        .width ?? 0,
  ),
});

/** Sets the number of components in a step. */
const resize = (page: Page, step: string, d: number) =>
  page
    .css(`[data-step="${step}"]`)
    .get('spinbutton', { name: 'Numbers of a query: d' })
    .fill(d, 'Enter');

once('another pair has another score', async ({ page, site }) => {
  await openSite(page, site, 'scaling/');
  const score = () => text(page, '.scene-stage .number-of-moment');
  await waitFor(async () => expect(await score()).toBe('1.04'));
  await page.get('button', { name: 'Another pair' }).click();
  await waitFor(async () => expect(await score()).not.toBe('1.04'));
  await shows(page, '.scene-chip', 'Yours: Pair = 2');
});

test('the scores are wider with d, and equally wide when they are divided by √d', async ({
  page,
  site,
}) => {
  await openSite(page, site, 'scaling/#width');
  await waitFor(async () => expect((await widthIn(page)).text).toBe('width √64 = 8'));
  const before = await widthIn(page);
  await resize(page, 'width', 256);
  await waitFor(async () => expect((await widthIn(page)).text).toBe('width √256 = 16'));
  expect((await widthIn(page)).length / before.length).toBeCloseTo(2, 2);

  await openSite(page, site, 'scaling/#root');
  const weights = () =>
    page.run(() =>
      ['none', 'root'].map(
        (part) => document.querySelector(`.scene-stage [data-part="${part}"]`)?.innerHTML,
      ),
    );
  await waitFor(async () => expect((await widthIn(page)).text).toBe('width 1'));
  const [divided, drawn] = [await widthIn(page), await weights()];
  await resize(page, 'root', 64);
  await shows(page, '.scene-chip', 'Yours: d = 64');
  await waitFor(async () => expect((await weights())[0]).not.toBe(drawn[0]));
  expect(await widthIn(page)).toEqual(divided);
});

once('the weights for d are absent until the reader has guessed', async ({ page, site }) => {
  await openSite(page, site, 'scaling/#guess');
  const step = page.css('[data-step="guess"]');
  const parts = () =>
    page.run(() =>
      [...document.querySelectorAll<SVGElement>('.scene-stage [data-part]')].map(
        ({ dataset }) => dataset.part,
      ),
    );
  await waitFor(async () =>
    expect(await parts()).toEqual(['many', 'width', 'keys', 'none', 'root']),
  );
  await step.get('button', { name: 'Hint' }).click();
  await shows(page, '.predict-hint', 'What is e to the power of almost 0?');
  await step.get('radio', { name: 'One key still gets nearly all' }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  await shows(page, '.predict-outcome', /^Not quite\.\s+To take nearly all/);
  await waitFor(async () =>
    expect(await parts()).toEqual(['many', 'width', 'keys', 'none', 'root', 'whole']),
  );
  await shows(page, '.scene-stage [data-part="width"]', 'width 0.04');
});

test('a link draws the same numbers everywhere, and a divisor does not change the draws', async ({
  page,
}) => {
  const job = (await createEngine()).newDotProductMoments({ d: 64, seed: 1, bins: 40 });
  job.advance(2000);
  const [raw, byRoot] = job.result().scaled;
  job.release();
  await isDrawn(page);
  const shown = (variance = Number.NaN) => `${Number(Math.sqrt(variance).toPrecision(4))}`;
  expect(await text(page, '.result-number')).toBe(shown(raw?.measured.variance));
  await shows(page, '.main-note', 'expected: 8');
  for (const step of ['components', 'products', 'sum', 'scaled'])
    expect(new Set(await marks(page, step)), step).toEqual(new Set(['kept']));
  await divide(page, '√d');
  await shows(page, '.main-note', 'expected: 1');
  expect(await text(page, '.result-number')).toBe(shown(byRoot?.measured.variance));
  expect(await page.css('svg.spread').attribute('aria-label')).toContain(
    'Below: q·k / √d, which goes into softmax',
  );
});

test('on fixed axes, the width grows with √d before the division but not after it', async ({
  page,
}) => {
  await divide(page, '√d');
  const slider = page.get('slider', { name: 'Dimension d' }).nth(0);
  await box(page, 'Dimension d').fill('16');
  await hasDeviation(page, 4);
  await isDrawn(page);
  const before = await figure(page);
  await box(page, 'Dimension d').fill('256');
  await hasDeviation(page, 16);
  await isDrawn(page);
  const after = await figure(page);
  const growth = (i: number) => (after[i]?.width ?? 0) / (before[i]?.width ?? 1);
  expect(growth(0)).toBeCloseTo(4, 1);
  expect(growth(1)).toBeCloseTo(1, 2);
  expect(after.map(({ ticks }) => ticks)).toEqual(before.map(({ ticks }) => ticks));
  await slider.press('Home');
  await waitFor(async () => (await box(page, 'Dimension d').value()) === '1');
  await slider.press('ArrowRight');
  await waitFor(async () => (await box(page, 'Dimension d').value()) === '2');
  await slider.press('End');
  await hasDeviation(page, 32);
  expect((await figure(page)).map(({ ticks }) => ticks)).toEqual(before.map(({ ticks }) => ticks));
});

once(
  'a long computation can be stopped, continued, and replaced by a new value',
  async ({ page }) => {
    await more(page);
    await page.get('radio', { name: '200,000' }).click();
    await box(page, 'Dimension d').fill('1024');
    await waitFor(async () => (await drawn(page)) > 20);
    await page.css('.pairs-progress').get('button', { name: 'Stop' }).press('Enter');
    await waitFor(async () => (await button(page).text()) === 'Continue');
    const stopped = await drawn(page);
    expect(stopped).toBeLessThan(200_000);
    await button(page).press('Enter');
    await waitFor(async () => (await drawn(page)) > stopped);
    expect(await button(page).isFocused()).toBe(true);
    await page.get('radio', { name: '2,000' }).nth(0).click();
    await box(page, 'Dimension d').fill('4');
    await isDrawn(page);
    expect(await progress(page)).toBe('2,000 of 2,000 pairs');
    const before = await text(page, '.result-number');
    await page.get('button', { name: 'New sample' }).click();
    await waitFor(async () => (await text(page, '.result-number')) !== before);
    await waitFor(async () => (await page.url()).includes('&seed=2&'));
    // Leaves the lesson during the computation, which must cause no error.
    await page.get('radio', { name: '200,000' }).click();
    await waitFor(async () => (await button(page).text()) === 'Stop');
    await page.get('link', { name: 'Attention Lab' }).click();
    await waitFor(async () => (await page.css('al-lesson').count()) === 0);
  },
);

once(
  'a violated assumption shows in the step of the derivation that needs it',
  async ({ page }) => {
    await more(page);
    await page.get('radio', { name: 'is q itself' }).press('Space');
    await shows(page, '.main-note', 'expected: 11.31');
    expect(await marks(page, 'products')).toEqual(['broken', 'broken']);
    await waitFor(async () => (await figure(page))[0]?.note === 'axis now to ±320');
    expect(await page.get('slider', { name: 'Mean of kᵢ' }).property<boolean>('disabled')).toBe(
      true,
    );
    await page.get('radio', { name: '±1' }).press('Space');
    await shows(page, '.main-note', 'expected: 0');
    await shows(page, '.stage-more', 'no width');
    expect(await text(page, 'main')).not.toContain('NaN');
    await page.get('radio', { name: 'drawn by itself' }).press('Space');
    await shows(page, '.stage-more', 'only every second whole number');
    await box(page, 'Mean of kᵢ').fill('2');
    await shows(page, '.main-note', 'expected: 17.89');
    expect(await marks(page, 'sum')).toEqual(['kept', 'broken']);
    expect(await page.axe()).toEqual([]);
  },
);

once('Verify decides every statement, and shows all steps, rows and curves', async ({ page }) => {
  const verdicts = {
    products: 'condition',
    means: 'condition',
    dropped: 'fails',
    sum: 'holds',
    index: 'fails',
    sigma: 'fails',
    normal: 'fails',
    scaled: 'holds',
    clt: 'condition',
    gradient: 'condition',
    flat: 'holds',
    unstable: 'holds',
  };
  expect(await page.css('.experiment').count()).toBe(Object.keys(verdicts).length);
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card.css('.verdict').count()) === 1);
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  // The Kolmogorov–Smirnov distance of n = 100,000 samples is below 1.95/√n = 0.0062 with a probability of 99.9 %.
  expect(await page.css('[data-experiment="clt"]').text()).toContain('± 0.0062');
  for (const [i, [guess, found]] of (
    [
      [/^It shrinks/, '64 within chance'],
      [/^The median/, 'The median goes from'],
    ] as const
  ).entries()) {
    const predict = page.css('al-predict').nth(i);
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(found));
  }
  // The answer moves the figure to d = 256. Until then, the controls below it may move.
  await waitFor(async () => expect(await page.url()).toContain('d=256'));
  expect(await page.css('.steps [data-step]').count()).toBe(5);
  expect(await page.css('.stages.rows tbody tr').count()).toBe(3);
  await shows(page, '.curves', 'Nothing is drawn yet');
  await page.get('button', { name: 'Draw the curves' }).click();
  await waitFor(async () => Number((await text(page, '.curves-progress')).split(' ')[0]) >= 4);
  await page.css('.curves-progress').get('button').click();
  await waitFor(
    async () => (await page.css('.curves-progress button').text()) === 'Draw the curves',
  );
  const chart = page.css('al-log-chart [role="img"]');
  expect(await chart.attribute('aria-label')).toContain('norm of ∂p/∂q: q·k, median goes from');
  await page.css('.curves').get('radio', { name: 'distance to N(0, 1)' }).click();
  await waitFor(async () => (await page.css('al-log-chart .series').count()) === 6);
  expect(await page.axe()).toEqual([]);
  // Choosing another distribution discards the curves until the reader draws again.
  await more(page);
  await page.get('radio', { name: 'Laplace' }).press('Space');
  await shows(page, '.curves', 'Nothing is drawn yet');
});

test('a deep link restores every field, and a bad one is repaired with a notice', async ({
  page,
  site,
}) => {
  const link =
    'd=32&divisor=dk&distribution=uniform&key=own&correlation=0.25&qMean=0.5&qVariance=2&kMean=-1&kVariance=0.5&seed=7&pairs=2000&curve=entropy';
  await openSite(page, site, `scaling/verify/#?${link}`);
  await more(page);
  const values = ['32', '0.25', '0.5', '2', '-1', '0.5', '7'];
  const names = [
    ...['Dimension d', 'Correlation of qᵢ with kᵢ', 'Mean of qᵢ', 'Variance of qᵢ'],
    ...['Mean of kᵢ', 'Variance of kᵢ', 'Seed'],
  ];
  for (const [i, name] of names.entries())
    expect(await box(page, name).value(), name).toBe(values[i]);
  for (const name of ['d', 'uniform', 'drawn by itself', '2,000', 'entropy'])
    expect(await page.get('radio', { name }).nth(0).isChecked(), name).toBe(true);
  expect(await page.css('.notice').count()).toBe(0);
  await page.open(`${site.url}en/scaling/verify/#?d=2.5&distribution=cauchy&pairs=2000`);
  await shows(page, '.notice', 'Dimension d: 2.5 is not a whole number; 3 is used');
  expect(await text(page, '.notice')).toContain('“cauchy”');
  expect(await box(page, 'Dimension d').value()).toBe('3');
});
