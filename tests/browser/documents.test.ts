// SPDX-License-Identifier: MIT
// Tests the ledger, the page that lists the claims and errata of the five source texts (web/src/ledger): filters,
// recomputed verdicts, and links to lessons.
import { inject } from 'vitest';
import { entries } from '../../web/src/documents/entries.ts';
import { claims } from '../../web/src/ledger/claims.ts';
import { openSite } from './support/lesson.ts';
import { lessonTest } from './support/lesson-test.ts';
import { expect, inOneEngine } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const test = lessonTest('documents/');
const once = inOneEngine(test);
// Only WebKit, because its Math functions may round differently. Chromium has those of Node, in which the engine tests
// recompute the verdicts, and Firefox has a port of them.
const inWebKit = test.runIf(inject('engine') === 'webkit') as typeof test;

inWebKit('every verdict and number is reproduced in this browser', async ({ page }) => {
  await page.get('button', { name: `Check all ${claims.length}` }).click();
  // On a busy machine, all checks together can take longer than the timeout of `waitFor`, so each call waits only for
  // the next check.
  let checked = 0;
  while (checked < claims.length)
    checked = await waitFor(async () => {
      const now = await page.css('.entry-checked').count();
      return now > checked && now;
    });
  expect(await page.css('.entry-checked[data-checked="differs"]').count()).toBe(0);
  await waitFor(async () => (await page.css('.check output').text()).includes('(100%)'));
  expect(await page.css('[data-entry="E-36"]').text()).toMatch(/expected 1, computed 1\.09/);
  // Every number has a label, not the key of an untranslated text.
  expect(await page.css('.ledger').text()).not.toMatch(/experiment\.|\{\{/);
});

once(
  'the list can be filtered, and an entry links to its claim in the lesson',
  async ({ page, site }) => {
    const count = () => page.css('.entry').count();
    await page.get('button', { name: /Fails/ }).click();
    const fails = claims.filter(({ verdict }) => verdict === 'fails');
    await waitFor(async () => (await count()) === fails.length);
    await page.css('.filter select').nth(0).select('003');
    const left = entries.filter(
      ({ verdict, places }) =>
        verdict === 'fails' && places.some(({ document }) => document === '003'),
    );
    await waitFor(async () => (await count()) === left.length);
    await waitFor(async () => (await page.url()).includes('document=003&verdict=fails'));
    await page.get('button', { name: 'Show all' }).press('Enter');
    // The erratum E-12 applies to two documents. Its entry on the page names the lines in both documents and links to
    // the claims about this erratum.
    const twice = page.css('[data-entry="E-12"]');
    expect(await twice.text()).toMatch(/Erratum to .*lines 107–110; .*line 16/);
    expect(await twice.get('link', { name: '003-02' }).count()).toBe(1);
    await openSite(page, site, 'documents/#?entry=E-36');
    const entry = page.css('[data-entry="E-36"]');
    await waitFor(() => entry.isFocused());
    await openSite(page, site, 'documents/#?document=009&entry=E-34');
    expect(await page.css('.notice').text()).toContain('“009” is not one of the choices');
    const shown = page.css('[data-entry="E-34"]');
    await waitFor(() => shown.isFocused());
    await shown.get('link', { name: '003-06' }).click();
    await waitFor(() => page.css('[data-entry="003-06"]').isFocused());
    await shown.get('link', { name: 'See it in Softmax' }).click();
    await waitFor(async () => (await page.css('h1').text()) === 'Verify: Softmax');
    await waitFor(() => page.css('[data-experiment="normalise"] button').isFocused());
  },
);
