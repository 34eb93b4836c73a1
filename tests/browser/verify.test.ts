// SPDX-License-Identifier: MIT
// Tests the pages Verify: a button tests a claim, links lead to a claim and back to a step, and errors are shown.
import recorded from '../engine/measurements.json' with { type: 'json' };
import { openSite, shows } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('softmax/verify/');
const once = inOneEngine(test);

/** The recorded verdict of each experiment of the lesson "softmax". */
const VERDICTS = Object.entries(recorded).flatMap(([id, [verdict = '']]) =>
  id.startsWith('softmax/') ? [[id.slice('softmax/'.length), verdict] as const] : [],
);

const card = (page: Page, id: string) => page.css(`[data-experiment="${id}"]`);
const press = (page: Page, id: string) =>
  card(page, id)
    .get('button', { name: /^(Put it to the test|Test again)$/ })
    .click();

once('each press gives a claim its verdict beside its numbers', async ({ page }) => {
  expect(await page.css('.experiment').count()).toBe(VERDICTS.length);
  for (const [id, verdict] of VERDICTS) {
    await press(page, id);
    expect(await card(page, id).css('.verdict').attribute('data-verdict'), id).toBe(verdict);
  }
  for (const [id, number] of [
    ['example', '1.0001'],
    ['jacobian', '0.4144'],
    ['standardise', '1.498'],
    ['normalise', '0.7856'],
    ['overflow', 'NaN'],
  ] as const)
    expect(await card(page, id).text()).toContain(number);
  await press(page, 'jacobian');
  expect(await page.css('.verdict').count()).toBe(VERDICTS.length);
  await waitFor(async () => (await page.css('.walk-tested').text()).includes('11 of 11'));
});

once('a link leads to its claim, and back to the reader’s step', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/#?claim=loss&step=temperature');
  await waitFor(() => card(page, 'loss').get('button').isFocused());
  const { y, height } = await card(page, 'loss').box();
  expect(y).toBeGreaterThan(0);
  expect(y + height).toBeLessThan(900);
  await page.get('link', { name: 'Back to the lesson: Softmax' }).click();
  await shows(page, '.scene-count', 'Step 4 of 7');
  expect(await page.url()).toMatch(/softmax\/#temperature$/);
  expect(await page.css('.walk-more a').text()).toContain('11 claims');
});

once('a source leads to its document and to its erratum in the ledger', async ({ page, site }) => {
  await openSite(page, site, 'learning/verify/');
  await card(page, 'own').get('link', { name: 'E-36' }).click();
  await waitFor(async () => (await page.css('.entry[aria-current="true"]').count()) === 1);
  expect(await page.css('.entry[aria-current="true"]').text()).toContain('E-36');
  await openSite(page, site, 'learning/verify/');
  await card(page, 'own').get('link', { name: 'Document 003' }).click();
  await waitFor(async () => (await page.css('.entry-source').nth(0).text()).startsWith('003-'));
});

once('an unknown claim in a link is told', async ({ page, site }) => {
  await openSite(page, site, 'softmax/verify/#?claim=none');
  expect(await page.css('.notice').text()).toContain('“none”');
  expect(await page.run(() => scrollY)).toBe(0);
});

once('axe finds nothing before and after a test, with code and numbers open', async ({ page }) => {
  expect(await page.axe()).toEqual([]);
  await page.resize(390, 844);
  await press(page, 'jacobian');
  for (const panel of await page.css('.panel summary').all()) {
    await panel.click();
    // Waits for the code, because the elements below it move when it loads.
    await page.css('.code-line').nth(0).box();
  }
  await page.css('al-data-table summary').click();
  expect(await page.axe()).toEqual([]);
});
