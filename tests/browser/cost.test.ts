// SPDX-License-Identifier: MIT
// The lesson "cost" as a reader works with it: what grows, a run on this device, runs of before, verdicts.
import { openSite, shows, text } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const button = (page: Page) => page.css('.run-progress button');
const outcome = (page: Page, row: string) => page.css(`[data-row="${row}"]`).text();

test('bytes follow n by key and by box, the tile stays, and a link restores it all', async ({
  page,
  site,
}) => {
  await openSite(page, site, '#/cost?v=1&n=1000000&tile=1&quantity=memory&twin=gpu');
  await shows(page, '.notice', '1000000');
  expect(await text(page, '.result-number')).toBe('1.074 × 10⁹');
  const slider = page.get('slider', { name: 'Tokens n' });
  await slider.press('ArrowLeft');
  await shows(page, '.result-unit', '256 MiB');
  expect(await outcome(page, 'inner')).toContain('28.34 KiB');
  await slider.press('Home');
  await shows(page, '.result-unit', '16 KiB');
  await page.get('spinbutton', { name: 'Tokens n' }).fill('3000');
  await shows(page, '.result-unit', '34.33 MiB');
  await waitFor(async () =>
    (await page.url()).includes('&n=3000&tile=1&quantity=memory&twin=simd&'),
  );
  const picture = page.css('al-to-scale svg');
  expect(await picture.attribute('aria-label')).toContain(
    'the 3,000 × 3,000 matrix takes 34.33 MiB',
  );
  // Bytes need no run.
  expect(await text(page, 'al-log-chart .axes')).toContain('1 GiB');
  expect(await page.css('al-log-chart svg.plot').attribute('aria-label')).toContain('goes from');
  expect(await page.css('.steps-bench tbody tr').count()).toBe(8);
  const last = () => page.css('.steps-bench tbody tr').nth(-1 + 8);
  const output = await last().css('.output').text();
  await page.css('.tile').get('radio', { name: '4' }).click();
  await waitFor(async () => (await page.css('.steps-bench tbody tr').count()) === 2);
  expect(await page.css('.steps-bench tbody .output').nth(1).text()).toBe(output);
  expect(await text(page, '.at-once .output')).toBe(output);
  for (const [i, [guess, found]] of (
    [
      [/^Four/, 'twice as many keys'],
      [/^An approx/, 'which is rounding'],
    ] as const
  ).entries()) {
    const predict = page.css('al-predict').nth(i);
    await predict.get('radio', { name: guess }).click();
    await predict.get('button', { name: 'Commit to this guess' }).click();
    await waitFor(async () => (await predict.css('.predict-outcome').text()).includes(found));
  }
  expect(await page.css('.predict-result.hit').count()).toBe(1);
  const verdicts = {
    parallel: 'holds',
    quadratic: 'holds',
    memory: 'condition',
    additive: 'holds',
  };
  for (const [id, verdict] of Object.entries(verdicts)) {
    const card = page.css(`[data-experiment="${id}"]`);
    await card.get('button', { name: 'Put it to the test' }).click();
    await waitFor(async () => (await card.css('.verdict').count()) === 1);
    expect(await card.css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  expect(await page.css('tr.shown').nth(0).text()).toMatch(/^time.* shown only$/);
});

test('an experiment that ends late leaves what its reader has moved', async ({ page, site }) => {
  await openSite(page, site, '#/cost?quantity=memory');
  await page.run(() => {
    document.querySelector<HTMLElement>('[data-experiment="quadratic"] button')?.click();
    const detail = { value: 300, final: true };
    document.querySelector('[field="n"]')?.dispatchEvent(new CustomEvent('al-value', { detail }));
  });
  await page.css('[data-experiment="quadratic"] .verdict').box();
  expect(await page.get('spinbutton', { name: 'Tokens n' }).value()).toBe('300');
  // The experiment would set `quantity=time`, but the reader has changed the state meanwhile.
  expect(await page.url()).not.toContain('quantity=time');
});

test('a run stops, goes on to its end with the page alive, is kept, compared and forgotten', async ({
  page,
  site,
}) => {
  await openSite(page, site, '#/cost');
  await shows(page, '.run-bench', 'Nothing is measured yet');
  await button(page).click();
  await shows(page, '.run-progress .job-text', /n = (?!128$)/);
  await button(page).press('Enter');
  await waitFor(async () => (await button(page).text()) === 'Measure the rest');
  expect(await button(page).isFocused()).toBe(true);
  const before = await text(page, '.run-progress .job-text');
  expect(before).toMatch(/^[1-9]\d* of 10 measured$/);
  await button(page).press('Enter');
  // The page has its turn while the worker computes.
  await page.get('slider', { name: 'Tokens n' }).press('End');
  await shows(page, '.result-unit', '1 GiB');
  const scripts = () => performance.getEntriesByType('resource').map(({ name }) => name);
  expect((await page.run(scripts)).filter((name) => /\/worker-/.test(name))).not.toEqual([]);
  await shows(page, '.run-progress .job-text', '10 of 10 measured');
  for (const method of ['plain', 'streaming'])
    expect(await text(page, `[data-method="${method}"] dd`)).toMatch(/\d\.\d\d ± \d/);
  expect(await page.css('.runs tbody tr').count()).toBe(1);
  expect(await text(page, '.runs tbody')).toContain('in the picture');
  // The next visit finds it, to be drawn beside what is measured then.
  await page.reload();
  await page.css('.result').box();
  await page
    .css('.runs')
    .get('button', { name: /^Compare with the run/ })
    .click();
  await waitFor(async () => (await page.css('al-log-chart .series.dashed path').count()) >= 2);
  expect(await page.axe()).toEqual([]);
  await page.get('button', { name: 'Forget these runs' }).click();
  await shows(page, '.runs', 'None yet');
  expect(await page.run(() => localStorage.getItem('attention-lab.cost-runs'))).toBeNull();
  expect(await page.css('.runs h3').isFocused()).toBe(true);
});
