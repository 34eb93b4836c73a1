// SPDX-License-Identifier: MIT
// Tests the lesson "cost" in a browser: its figures, a measurement on this device, links, and Verify (the part with
// its claims).
import { openSite, reads, shows, text, tryCheck } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test as siteTest } from './support/test.ts';
import { FASTEST } from './support/twin.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('cost/');
const once = inOneEngine(test);

const main = (page: Page) => page.css('.main-number').text();
const beat = (page: Page, id: string) => page.css(`[data-beat="${id}"]`);
const showMe = (page: Page, id: string) =>
  beat(page, id).get('button', { name: 'Show me' }).click();
const figure = (page: Page, name: string) =>
  page.css('al-choice[field="figure"]').get('radio', { name }).click();
const slider = (page: Page, name: string) => page.css('.stage').get('slider', { name });
const box = (page: Page, name: string) => page.css('.stage').get('spinbutton', { name });

test('bytes follow n by key and by box, and the size of a streaming tile is constant', async ({
  page,
}) => {
  await reads(() => main(page), 'One n × n matrix 16 MiB A tile of it takes 45 KiB');
  await slider(page, 'Tokens n').press('End');
  await reads(() => main(page), 'One n × n matrix 1 GiB A tile of it takes 45 KiB');
  const prose = await beat(page, 'stream').css('.prose').text();
  expect(prose).toMatch(/For\s+16,384\s+tokens/);
  expect(prose).toContain('take 1 GiB in float32');
  await slider(page, 'Dimension d').press('End');
  await reads(() => main(page), 'One n × n matrix 1 GiB A tile of it takes 45 KiB');
  await box(page, 'Tokens n').fill('3000');
  await reads(() => main(page), 'One n × n matrix 34.33 MiB A tile of it takes 45 KiB');
  expect(await page.css('al-to-scale svg').attribute('aria-label')).toContain(
    'the 3,000 × 3,000 matrix of scores takes 34.33 MiB',
  );
  await box(page, 'Tokens n').fill('64');
  await shows(page, '.main-number', '16 KiB');
});

once('each guess has its own feedback, and the stage shows the outcome', async ({ page }) => {
  for (const [id, guess, part, shown] of [
    ['twice', /^Twice/, 'each has twice as many keys too', '64 MiB'],
    ['parts', /^The scores/, 'the projections take 80% of the work', '0.25 equal at n = 8,192'],
  ] as const) {
    const asked = beat(page, id);
    await asked.get('radio', { name: guess }).click();
    await asked.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await asked.css('.predict-outcome').text()).includes(part));
    await shows(page, '.main-number', shown);
  }
});

once(
  'projections and scores cross at n = 2d, and terms highlight their lines',
  async ({ page }) => {
    await figure(page, 'Work');
    await shows(page, '.main-number', 'Scores ÷ projections 16 equal at n = 128');
    await box(page, 'Dimension d').fill('512');
    await shows(page, '.main-number', 'Scores ÷ projections 2 equal at n = 1,024');
    await box(page, 'Tokens n').fill('1024');
    await shows(page, '.main-number', 'Scores ÷ projections 1 equal');
    const formula = beat(page, 'formula');
    expect(await formula.css('.prose').text()).toContain('3 times the work in all');
    expect(await formula.css('[data-term="scores"]').text()).toContain('1.074 × 10⁹');
    const line = page.css('al-log-chart .series[data-term="scores"] path');
    const colour = () => line.evaluate((path) => getComputedStyle(path).stroke);
    const before = await colour();
    await formula.css('[data-term="scores"]').hover();
    await waitFor(async () => (await colour()) !== before);
    await showMe(page, 'formula');
    await shows(page, '.main-number', 'Scores ÷ projections 16 equal at n = 1,024');
  },
);

once('the model writes a sentence, and a cache saves most keys', async ({ page }) => {
  await showMe(page, 'cache');
  await waitFor(async () => (await page.css('.staircase-row .computed').count()) > 0);
  await shows(page, '.main-number', 'Keys computed 8');
  await waitFor(async () => (await page.css('.staircase-row .kept').count()) === 28);
  expect(await page.css('.staircase-row .computed').count()).toBe(8);
  expect(await page.css('al-staircase svg').attribute('aria-label')).toContain(
    '“the girls that liked the man were tired”, written word by word. Keys computed: 36 without',
  );
  await page.css('al-choice[field="cache"]').get('radio', { name: 'without' }).click();
  await shows(page, '.main-number', 'Keys computed 36');
  expect(await page.css('.staircase-row .computed').count()).toBe(36);
  await box(page, 'Words written').fill('3');
  await shows(page, '.main-number', 'Keys computed 6');
  expect(await beat(page, 'cache').css('.prose').text()).toContain('need 3 keys, not 6');
  expect(await page.axe()).toEqual([]);
});

once('the check gives feedback, and asks about other numbers', async ({ page }) => {
  await tryCheck(page, 0, 'growth');
});

siteTest(
  'a measurement stops, continues while the page responds, and is stored, compared and deleted',
  async ({ page, site }) => {
    const button = page.css('.run-progress button');
    await openSite(page, site, 'cost/');
    await button.click();
    await shows(page, '.run-progress .job-text', /n = (?!128$)/);
    await waitFor(async () => (await page.url()).includes('figure=time'));
    await button.press('Enter');
    await waitFor(async () => (await button.text()) === 'Measure the rest');
    expect(await button.isFocused()).toBe(true);
    expect(await text(page, '.run-progress .job-text')).toMatch(/^[1-9]\d* of 10 measured$/);
    await button.press('Enter');
    // The computation runs in a worker, so the page still responds.
    await slider(page, 'Tokens n').press('End');
    await shows(page, '.chart-mark', 'n = 16,384');
    const scripts = () => performance.getEntriesByType('resource').map(({ name }) => name);
    expect((await page.run(scripts)).filter((name) => /\/worker-/.test(name))).not.toEqual([]);
    await shows(page, '.run-progress .job-text', '10 of 10 measured');
    for (const method of ['plain', 'streaming'])
      expect(await text(page, `[data-method="${method}"] dd`)).toMatch(/\d\.\d\d ± \d/);
    await shows(page, '.main-number', /Exponent of n, plain \d/);
    await page.css('[data-panel="verify"]').click();
    await waitFor(async () => (await page.css('.runs tbody tr').count()) === 1);
    // The browser stores the results of the measurement, so the page of the claims has them too.
    await page.css('.result').box();
    await page
      .css('.runs')
      .get('button', { name: /^Compare with the run/ })
      .click();
    await waitFor(
      async () => (await page.css('.run-bench al-log-chart .series.dashed path').count()) >= 2,
    );
    expect(await page.axe()).toEqual([]);
    await page.get('button', { name: 'Delete these runs' }).click();
    await shows(page, '.runs', 'None yet');
    expect(await page.run(() => localStorage.getItem('attention-lab.cost-runs'))).toBeNull();
    expect(await page.css('.runs h3').isFocused()).toBe(true);
  },
);

once('Verify shows both methods, the small example, and every verdict', async ({ page, site }) => {
  await openSite(page, site, 'cost/verify/#?n=16384&tile=1&quantity=memory');
  const row = (id: string) => page.css(`[data-row="${id}"]`).text();
  expect(await row('inner')).toMatch(/4 GiB 110\.1 KiB$/);
  expect(await row('all')).toMatch(/^all memory .* 4\.004 GiB /);
  // The memory in bytes is computed from the sizes, without a measurement.
  expect(await text(page, '.run-bench al-log-chart .axes')).toContain('1 GiB');
  const steps = page.css('.steps-bench tbody tr');
  expect(await steps.count()).toBe(8);
  const output = await steps.nth(7).css('.output').text();
  await page.css('.steps-bench').get('radio', { name: '4' }).click();
  await waitFor(async () => (await steps.count()) === 2);
  expect(await steps.nth(1).css('.output').text()).toBe(output);
  expect(await text(page, '.at-once .output')).toBe(output);
  const predict = page.css('al-predict');
  await predict.get('radio', { name: /^An approx/ }).click();
  await predict.get('button', { name: 'Commit to this guess' }).click();
  await waitFor(async () => (await predict.css('.predict-outcome').text()).includes('1 GiB'));
  const verdicts = {
    parallel: 'holds',
    quadratic: 'holds',
    memory: 'condition',
    additive: 'condition',
    growth: 'condition',
    cache: 'holds',
  };
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card.css('.verdict').count()) === 1);
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await page.css('tr.shown').nth(0).text()).toMatch(/^time.* shown only$/);
});

once(
  'an experiment that ends late does not overwrite the reader’s changes',
  async ({ page, site }) => {
    await openSite(page, site, 'cost/verify/#?quantity=memory');
    await page.run(() => {
      document.querySelector<HTMLElement>('[data-experiment="quadratic"] button')?.click();
      const detail = { value: 300, final: true };
      document.querySelector('[field="n"]')?.dispatchEvent(new CustomEvent('al-value', { detail }));
    });
    await page.css('[data-experiment="quadratic"] .verdict').box();
    expect(await box(page, 'Tokens n').value()).toBe('300');
    // When this experiment ends, it sets the field `quantity` to "time", to show its result in the figure. It must not
    // set it here, because the reader has changed the state (n = 300) while the experiment ran.
    expect(await page.url()).not.toContain('quantity=time');
  },
);

test('a link restores its fields; a bad one is repaired', async ({ page, site, engine }) => {
  await openSite(page, site, 'cost/#?n=3000&tile=1&quantity=memory&twin=relaxed&longest=4096');
  await shows(page, '.main-number', '34.33 MiB');
  await shows(page, '.run-progress .job-text', '0 of 12 measured');
  await page.get('button', { name: 'More' }).click();
  // The choice offers only builds that the browser supports.
  const twin = FASTEST[engine] === 'relaxed' ? 'relaxed SIMD' : 'SIMD';
  expect(await page.get('radio', { name: twin }).isChecked()).toBe(true);
  await waitFor(async () => (await page.css('.notice').count()) === 0);
  await openSite(page, site, 'cost/#?n=1000000&twin=scalar&figure=cost');
  await shows(page, '.notice', '1000000');
  for (const part of ['“scalar”', '“cost”']) await shows(page, '.notice', part);
  await shows(page, '.main-number', '1 GiB');
});
