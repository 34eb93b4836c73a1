// SPDX-License-Identifier: MIT
// Tests the lesson "cost" in a browser: what its steps change, its question, a measurement on this device, and its page
// Verify with its figures, stored measurements and claims.
import { isStill, openSite, reads, shows, text } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test as siteTest } from './support/test.ts';
import { FASTEST } from './support/twin.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('cost/verify/');
const once = inOneEngine(test);

const main = (page: Page) => page.css('.main-number').text();
const step = (page: Page, id: string) => page.css(`[data-step="${id}"]`);
const figure = (page: Page, name: string) =>
  page.css('al-choice[field="figure"]').get('radio', { name }).click();
const slider = (page: Page, name: string) => page.css('.stage').get('slider', { name });
const box = (page: Page, name: string) => page.css('.stage').get('spinbutton', { name });

/** The text and the markup of a part of the figure beside the text. */
const drawn = (page: Page, part: string) => text(page, `.scene-stage [data-part="${part}"]`);

/** The width and the height of the filled area of the scores in the figure beside the text. */
const pairs = (page: Page) =>
  page.run(() =>
    [...document.querySelectorAll<SVGRectElement>('.scene-stage [data-part="pairs"] rect')].map(
      ({ width, height }) => [width.baseVal.value, height.baseVal.value] as const,
    ),
  );

test('twice the text has four times the scores, at any length', async ({ page, site }) => {
  await openSite(page, site, 'cost/');
  await shows(page, '.scene-stage svg', /64 scores\s+256 B/);
  await step(page, 'square').get('spinbutton', { name: 'Tokens n' }).fill('16384', 'Enter');
  await shows(page, '.scene-stage svg', /268,435,456 scores\s+1 GiB/);
  await shows(page, '.scene-stage svg', /1,073,741,824 scores\s+4 GiB/);
  await shows(page, '.scene-chip', 'Yours: Tokens n = 16384');
  await waitFor(async () => expect(await page.url()).toMatch(/#\?n=16384$/));
  await page.reload();
  await shows(page, '.scene-stage svg', /268,435,456 scores\s+1 GiB/);
});

once('sum and output of the tiles end as those of all keys at once', async ({ page, site }) => {
  await openSite(page, site, 'cost/#tiles');
  const kept = () => page.css('.scene-stage [data-part="kept"]').count();
  await waitFor(async () => expect(await kept()).toBe(2));
  await shows(page, '.scene-worked', /= 1\.20$/);
  await step(page, 'tiles').get('slider', { name: 'Tiles read' }).press('End');
  await waitFor(async () => expect(await kept()).toBe(4));
  const last = await page.css('.scene-stage [data-part="kept"]').nth(3).text();
  expect(last.replace(/×\s*0\.37/, '').replace(/\s+/g, ' ')).toBe('5 1.65 2.92');
  expect((await drawn(page, 'whole')).replace(/\s+/g, ' ')).toBe('5 1.65 2.92');
});

test('the area of the scores grows in both directions with the text', async ({ page, site }) => {
  await openSite(page, site, 'cost/#parts');
  await shows(page, '.scene-worked', '= 25%');
  await isStill(page);
  const [[width = 0, height = 0] = []] = await pairs(page);
  await step(page, 'parts').get('spinbutton', { name: 'Tokens n' }).fill('24576', 'Enter');
  await shows(page, '.scene-worked', '= 50%');
  const [[wide = 0, high = 0] = []] = await pairs(page);
  expect(wide / width).toBeCloseTo(3, 5);
  expect(high / height).toBeCloseTo(3, 5);
});

once('a cache computes each key once', async ({ page, site }) => {
  await openSite(page, site, 'cost/#cache');
  const cells = (part: string, kind: string) =>
    page.css(`.scene-stage [data-part="${part}"] .${kind}`).count();
  await waitFor(async () => expect(await cells('repeated', 'bar')).toBe(36));
  expect([await cells('cached', 'bar'), await cells('cached', 'kept')]).toEqual([8, 28]);
  await shows(page, '[data-step="cache"] > .visually-hidden', '“the girls that liked the man');
  await step(page, 'cache').get('spinbutton', { name: 'Words written' }).fill('3', 'Enter');
  await waitFor(async () => expect(await cells('repeated', 'bar')).toBe(6));
  expect([await cells('cached', 'bar'), await cells('cached', 'kept')]).toEqual([3, 3]);
  await shows(page, '.scene-worked', '1 + 2 + 3 = 6');
});

once(
  'the work of twice the text is absent until the reader has answered',
  async ({ page, site }) => {
    await openSite(page, site, 'cost/#guess');
    await waitFor(async () => expect(await pairs(page)).toHaveLength(1));
    expect(await text(page, '.scene-stage svg')).not.toContain('× 3');
    await step(page, 'guess').get('button', { name: 'Hint' }).click();
    await shows(page, '.predict-hint', 'the other is a square');
    await step(page, 'guess').get('radio', { name: 'Four times as much' }).click();
    await step(page, 'guess').get('button', { name: 'Check my answer' }).click();
    await shows(page, '.predict-outcome', /^Not quite\.\s+It is three times\./);
    await waitFor(async () => expect(await pairs(page)).toHaveLength(2));
    await shows(page, '.scene-stage svg', '× 3');
    await openSite(page, site, 'cost/#answer');
    await shows(page, '.scene-stage [data-part="work"]', '× 3');
    await step(page, 'answer').get('slider', { name: 'Tokens n' }).press('Home');
    await shows(page, '.scene-stage [data-part="work"]', '× 2');
  },
);

siteTest(
  'the reader’s times appear in the figure, and nothing is measured unasked',
  async ({ page, site }) => {
    const points = (method: string) =>
      page.css(`.scene-stage [data-part="${method}"] circle`).count();
    const bench = step(page, 'measure');
    await openSite(page, site, 'cost/#measure');
    await shows(page, '.scene-stage svg', 'Nothing is measured yet.');
    const workers = () =>
      page.run(() =>
        performance
          .getEntriesByType('resource')
          .flatMap(({ name }) => (/\/worker-/.test(name) ? [name] : [])),
      );
    expect(await workers()).toEqual([]);
    await bench.get('button', { name: 'Measure' }).click();
    await waitFor(async () => (await points('streaming')) >= 1);
    await bench.get('button', { name: 'Stop' }).click();
    await bench.get('button', { name: 'Measure the rest' }).click();
    // The computation runs in a worker, so the page still responds.
    await bench.get('radio', { name: '4,096' }).click();
    await bench.get('radio', { name: '2,048' }).click();
    await waitFor(async () =>
      expect([await points('plain'), await points('streaming')]).toEqual([5, 5]),
    );
    expect(await workers()).not.toEqual([]);
    for (const method of ['plain', 'streaming'])
      await shows(page, `.scene-worked [data-method="${method}"]`, /\d\.\d\d ± \d/);
    await shows(page, '[data-step="measure"] > .visually-hidden', /power of \d/);
    expect(await page.axe()).toEqual([]);
    // Other steps and other pages know the times.
    await openSite(page, site, 'cost/verify/');
    await waitFor(async () => (await page.css('.runs tbody tr').count()) === 1);
  },
);

test('on Verify, bytes follow n by key and by box, and a streaming tile has a constant size', async ({
  page,
}) => {
  await reads(() => main(page), 'One n × n matrix 16 MiB A tile of it takes 45 KiB');
  await slider(page, 'Tokens n').press('End');
  await reads(() => main(page), 'One n × n matrix 1 GiB A tile of it takes 45 KiB');
  await slider(page, 'Dimension d').press('End');
  await reads(() => main(page), 'One n × n matrix 1 GiB A tile of it takes 45 KiB');
  await box(page, 'Tokens n').fill('3000');
  await reads(() => main(page), 'One n × n matrix 34.33 MiB A tile of it takes 45 KiB');
  expect(await page.css('al-to-scale svg').attribute('aria-label')).toContain(
    'the 3,000 × 3,000 matrix of scores takes 34.33 MiB',
  );
});

once('on Verify, projections and scores cross at n = 2d', async ({ page }) => {
  await figure(page, 'Work');
  await shows(page, '.main-number', 'Scores ÷ projections 16 equal at n = 128');
  await box(page, 'Dimension d').fill('512');
  await shows(page, '.main-number', 'Scores ÷ projections 2 equal at n = 1,024');
  await box(page, 'Tokens n').fill('1024');
  await shows(page, '.main-number', 'Scores ÷ projections 1 equal');
});

once('on Verify, the model writes a sentence, and a cache saves most keys', async ({ page }) => {
  await figure(page, 'Cache');
  await waitFor(async () => (await page.css('.staircase-row .computed').count()) === 36);
  expect(await page.css('al-staircase svg').attribute('aria-label')).toContain(
    '“the girls that liked the man were tired”, written word by word. Keys computed: 36 without',
  );
  await page
    .css('al-choice[field="cache"]')
    .get('radio', { name: /^with$/ })
    .click();
  await shows(page, '.main-number', 'Keys computed 8');
  await waitFor(async () => (await page.css('.staircase-row .kept').count()) === 28);
  await box(page, 'Words written').fill('3');
  await shows(page, '.main-number', 'Keys computed 3');
  expect(await page.axe()).toEqual([]);
});

siteTest(
  'on Verify, a measurement stops, continues, and is stored, compared and deleted',
  async ({ page, site }) => {
    const button = page.css('.run-progress button');
    await openSite(page, site, 'cost/verify/');
    await button.click();
    await shows(page, '.run-progress .job-text', /n = (?!128$)/);
    await waitFor(async () => (await page.url()).includes('figure=time'));
    await button.press('Enter');
    await waitFor(async () => (await button.text()) === 'Measure the rest');
    expect(await button.isFocused()).toBe(true);
    expect(await text(page, '.run-progress .job-text')).toMatch(/^[1-9]\d* of 10 measured$/);
    await button.press('Enter');
    await shows(page, '.run-progress .job-text', '10 of 10 measured');
    for (const method of ['plain', 'streaming'])
      expect(await text(page, `[data-method="${method}"] dd`)).toMatch(/\d\.\d\d ± \d/);
    await shows(page, '.main-number', /Exponent of n, plain \d/);
    await waitFor(async () => (await page.css('.runs tbody tr').count()) === 1);
    // The browser stores the results, so they are there when the page is loaded again.
    await page.reload();
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
  await shows(page, '.run-bench al-log-chart .axes', '1 GiB');
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

test('a link to Verify restores its fields; a bad one is repaired', async ({
  page,
  site,
  engine,
}) => {
  await openSite(
    page,
    site,
    'cost/verify/#?n=3000&tile=1&quantity=memory&twin=relaxed&longest=4096',
  );
  await shows(page, '.main-number', '34.33 MiB');
  await shows(page, '.run-progress .job-text', '0 of 12 measured');
  await page.get('button', { name: 'More' }).click();
  // The choice offers only builds that the browser supports.
  const twin = FASTEST[engine] === 'relaxed' ? 'relaxed SIMD' : 'SIMD';
  expect(await page.css('.stage').get('radio', { name: twin }).isChecked()).toBe(true);
  await waitFor(async () => (await page.css('.notice').count()) === 0);
  await openSite(page, site, 'cost/verify/#?n=1000000&twin=scalar&figure=cost');
  await shows(page, '.notice', '1000000');
  for (const part of ['“scalar”', '“cost”']) await shows(page, '.notice', part);
  await shows(page, '.main-number', '1 GiB');
});
