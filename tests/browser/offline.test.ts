// SPDX-License-Identifier: MIT
// Tests the site without a connection, and the caches of its service worker when a new version is deployed.
import { headersFor } from '../../web/build/headers.ts';
import { ANSWER } from './support/embed.ts';
import { hasSettled, openSite, reads, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { copySite } from './support/site-copy.ts';
import { expect, once, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/**
 * Options of a test server that permits the service worker and sends `Cache-Control: no-store`. So only the service
 * worker caches files. With the browser's HTTP cache, the test would not notice a file missing from the worker's cache.
 */
const OFFLINE = {
  offline: true,
  headers: (path: string) => ({ ...headersFor(path), 'Cache-Control': 'no-store' }),
};

const isKept = (page: Page) =>
  waitFor(() => page.run(() => navigator.serviceWorker.controller !== null));

const cacheNames = (page: Page) => page.run(() => caches.keys());

test('all lessons work offline after one visit', async ({ page, host }) => {
  const server = await host('dist', { mount: '/teaching/attention/', ...OFFLINE });
  await openSite(page, server);
  await isKept(page);
  server.isDown = true;
  await page.reload();
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await hasSettled(page, 'kernel-regression/');
  await reads(() => page.css(ANSWER).nth(0).text(), '45.5 kg');
  await page.open(`${server.url}zh-Hant/scaling/`);
  await shows(page, 'h1', '縮放');
  // Ignores the browser's console messages about failed requests.
  const problems = await page.takeProblems();
  expect(problems.filter(({ kind }) => kind !== 'console')).toEqual([]);
  server.isDown = false;
});

once('versions do not mix during an update', async ({ page, host }) => {
  const copy = await copySite('offline-site');
  const server = await host(copy.folder, OFFLINE);
  const footer = '.site-footer';
  const old = 'The lessons are computed';
  await openSite(page, server);
  await isKept(page);
  const [first] = await cacheNames(page);
  await copy.replace({ [old]: 'Anew the lessons are computed' });

  // The open page has the old version, so the service worker keeps the old scripts, which the host has deleted.
  await page.run(async () => {
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  expect(await cacheNames(page)).toHaveLength(2);
  await shows(page, footer, old);

  // The next page has the new version; then the old version's cache is deleted.
  await page.get('link', { name: /^Softmax/ }).click();
  await hasSettled(page, 'softmax/');
  await shows(page, footer, 'Anew the lessons');
  await waitFor(async () => (await cacheNames(page)).length === 1);
  expect(await cacheNames(page)).not.toContain(first);
  server.isDown = true;
  await page.reload();
  await hasSettled(page, 'softmax/');
  await shows(page, footer, 'Anew the lessons');
  await page.takeProblems();
  server.isDown = false;
});
