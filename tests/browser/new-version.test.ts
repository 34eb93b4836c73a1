// SPDX-License-Identifier: MIT
// Tests an open page of an old version after its host has deployed a new version and deleted the old files.
import { headersFor } from '../../web/build/headers.ts';
import { hasSettled, isStill, openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { copySite } from './support/site-copy.ts';
import { expect, once } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** Checks that the page has no uncaught error or rejection; reports of missing files are ignored. */
async function isCaught(page: Page): Promise<void> {
  const problems = await page.takeProblems();
  expect(problems.filter(({ kind }) => kind === 'error' || kind === 'rejection')).toEqual([]);
}

once('an old page offers a reload that keeps step and guess', async ({ page, host }) => {
  const site = await copySite('new-version-scenes');
  const server = await host(site.folder, { headers: headersFor });
  await openSite(page, server, 'softmax/#guess');
  const step = page.css('[data-step="guess"]');
  await step.get('radio', { name: /^The same/ }).click();
  await step.get('button', { name: 'Check my answer' }).click();
  const outcome = () => page.css('.predict-outcome').text();
  await waitFor(async () => expect(await outcome()).toMatch(/./));
  const [told, address] = [await outcome(), await page.url()];
  expect(address).toMatch(/#guess$/);

  await site.replace({ 'Guess again': 'New guess' });
  // The key "/" opens the search, which loads a file that the host has deleted. A link would scroll to another step.
  await page.keys('/');
  const notice = page.get('dialog', { name: 'Search' }).get('alert');
  await waitFor(async () => expect(await notice.text()).toContain('A new version'));
  expect(await page.axe()).toEqual([]);
  await isCaught(page);
  await notice.get('button', { name: 'Reload the page' }).click();
  await step.get('button', { name: 'New guess' }).box();
  await isStill(page);
  expect(await outcome()).toBe(told);
  expect(await page.url()).toBe(address);
  expect(await step.attribute('aria-current')).toBe('step');
  await isCaught(page);
});

once('a new version is told in the reader’s language', async ({ page, host }) => {
  const site = await copySite('new-version-lesson');
  const server = await host(site.folder, { headers: headersFor });
  await page.open(`${server.url}zh-Hant/kernel-regression/verify/`);
  await page.css('.experiment').nth(0).box();
  await page.run(() => document.fonts.ready.then(() => {}));
  await site.replace({});
  await page.css('[data-panel="code"] summary').nth(0).click();
  await waitFor(async () => expect(await page.get('alert').text()).toContain('本站已有新版本'));
  await isCaught(page);
  await page.get('alert').get('button', { name: '重新載入頁面' }).click();
  await waitFor(async () => expect(await page.get('alert').count()).toBe(0));
  await page.css('.experiment').nth(0).box();
  await isCaught(page);
});

once('the page for missing files links home in three languages', async ({ page, host }) => {
  const server = await host('dist', { headers: headersFor });
  await page.open(`${server.url}404.html`);
  expect(await page.css('p').count()).toBe(3);
  // Clears the reports about the test harness's own scripts, which the page's policy blocks.
  await page.takeProblems();
  expect(server.requests.map(({ path }) => path)).toContain('/404.html');
  await page.get('link', { name: 'Attention Lab' }).click();
  await page.css('h1').nth(0).box();
  await hasSettled(page);
  expect(await page.url()).toBe(`${server.url}en/`);
});
