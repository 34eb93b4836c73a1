// SPDX-License-Identifier: MIT
// Tests the lesson "scaling" in a browser: random draws on fixed axes, the derivation, the check question, and
// Verify (the part with its claims).
import { createEngine } from '../../web/src/engine/node.ts';
import { openSite, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** A link with only 2,000 random pairs, so that the tests are fast. */
const QUICK = 'scaling/#?d=64&pairs=2000';

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

const marks = (page: Page, beat: string) =>
  page
    .css(`[data-beat="${beat}"] [data-step]`)
    .evaluate((element) =>
      [...element.querySelectorAll('[data-check]')].map((one) =>
        one.classList.contains('kept') ? 'kept' : 'broken',
      ),
    );

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

const showMe = async (page: Page, beat: string) => {
  await page.css(`[data-beat="${beat}"]`).get('button', { name: 'Show me' }).press('Enter');
};

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
  for (const beat of ['product', 'sum', 'divide'])
    expect(new Set(await marks(page, beat)), beat).toEqual(new Set(['kept']));
  await page.get('radio', { name: '√d' }).click();
  await shows(page, '.main-note', 'expected: 1');
  expect(await text(page, '.result-number')).toBe(shown(byRoot?.measured.variance));
  expect(await page.css('svg.spread').attribute('aria-label')).toContain(
    'Below: q·k / √d, which goes into softmax',
  );
});

test('on fixed axes, the width grows with √d before the division but not after it', async ({
  page,
}) => {
  await page.get('radio', { name: '√d' }).click();
  const slider = page.get('slider', { name: 'Dimension d' }).nth(0);
  await box(page, 'Dimension d').fill('16');
  await isDrawn(page);
  const before = await figure(page);
  await box(page, 'Dimension d').fill('256');
  await shows(page, '.beat[data-beat="root"]', 'now 16');
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
  await shows(page, '.beat[data-beat="root"]', 'now 32');
  expect((await figure(page)).map(({ ticks }) => ticks)).toEqual(before.map(({ ticks }) => ticks));
});

once('a number in the text controls the same value', async ({ page }) => {
  const number = page.css('[data-beat="root"] al-live .scrub').nth(0);
  await number.press('Home');
  await waitFor(async () => (await box(page, 'Dimension d').value()) === '1');
  await number.press('End');
  await waitFor(async () => (await box(page, 'Dimension d').value()) === '1024');
  await shows(page, '[data-beat="root"]', 'now 32');
});

once('“Show me” divides and animates to d = 256', async ({ page }) => {
  await showMe(page, 'divide');
  await waitFor(async () => (await page.url()).includes('d=256&divisor=sqrt_dk'));
  await shows(page, '.main-note', 'expected: 1');
  await showMe(page, 'softmax');
  await waitFor(async () => (await page.url()).includes('divisor=dk'));
  await shows(page, '.softmax-table .active', 'q·k / d');
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

once('a violated assumption shows in the step that needs it', async ({ page }) => {
  await more(page);
  await page.get('radio', { name: 'is q itself' }).press('Space');
  await shows(page, '.main-note', 'expected: 11.31');
  expect(await marks(page, 'product')).toEqual(['broken', 'broken']);
  await waitFor(async () => (await figure(page))[0]?.note === 'axis now to ±320');
  expect(await page.get('slider', { name: 'Mean of kᵢ' }).property<boolean>('disabled')).toBe(true);
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
});

once('a guess is answered, and the figure shows the state in question', async ({ page, site }) => {
  await openSite(page, site, 'scaling/#?pairs=2000');
  const predict = page.css('[data-beat="width"] al-predict');
  expect(await predict.css('.predict-outcome').text()).toBe('');
  await predict.get('radio', { name: /^Four times/ }).click();
  await predict.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () =>
    (await predict.css('.predict-outcome').text()).includes('It is the variance that grows'),
  );
  await waitFor(async () => (await box(page, 'Dimension d').value()) === '64');
  await shows(page, '.main-note', 'expected: 8');
});

once('a question with other numbers is judged, with feedback for each answer', async ({ page }) => {
  const check = page.css('[data-beat="check"] al-predict');
  const question = await check.css('.predict-question').text();
  const [, d = '', variance = ''] = /d\s=\s(\d+) .* variance ([\d.]+)\./.exec(question) ?? [];
  const right = `${Number(variance) * Math.sqrt(Number(d))}`;
  const wrong = `${Number(variance) ** 2 * Number(d)}`;
  await check.get('radio', { name: new RegExp(`^${wrong}$`) }).click();
  await check.get('button', { name: 'Check my answer' }).click();
  await waitFor(async () =>
    (await check.css('.predict-outcome').text()).includes('That is the variance of q·k'),
  );
  expect(await check.css('label.right').text()).toContain(right);
  await check.get('button', { name: 'Another question' }).click();
  await waitFor(async () => (await check.css('.predict-question').text()) !== question);
  expect(await check.css('.predict-outcome').text()).toBe('');
});

once(
  'Verify decides every statement, and shows all steps, rows and curves',
  async ({ page, site }) => {
    await openSite(page, site, 'scaling/verify/#?d=64&pairs=2000');
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
  },
);

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
  await page.open(`${site.url}en/scaling/#?d=2.5&distribution=cauchy&pairs=2000`);
  await shows(page, '.notice', 'Dimension d: 2.5 is not a whole number; 3 is used');
  expect(await text(page, '.notice')).toContain('“cauchy”');
  expect(await box(page, 'Dimension d').value()).toBe('3');
});
