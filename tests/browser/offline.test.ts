// SPDX-License-Identifier: MIT
// The site without a network, and what becomes of what was kept when a new version comes.
import { headersFor } from '../../web/build/headers.ts';
import { hasSettled, openSite, shows, showsPrediction } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { copySite } from './support/site-copy.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** Nothing but the service worker keeps files: the browser's own cache would hide what it lacks. */
const OFFLINE = {
  offline: true,
  headers: (path: string) => ({ ...headersFor(path), 'Cache-Control': 'no-store' }),
};

/** Waits until the page is under the care of the service worker. */
const isKept = (page: Page) =>
  waitFor(() => page.run(() => navigator.serviceWorker.controller !== null));

const cacheNames = (page: Page) => page.run(() => caches.keys());

test('after one visit all lessons work without a network', async ({ page, host }) => {
  const server = await host('dist', { mount: '/teaching/attention/', ...OFFLINE });
  await openSite(page, server);
  await isKept(page);
  server.isDown = true;
  await page.reload();
  await hasSettled(page);
  await page.get('link', { name: /^Kernel regression/ }).click();
  await showsPrediction(page, '45.5');
  await page.open(`${server.url}?lang=zh-Hant#/scaling`);
  await shows(page, 'h1', '縮放');
  // What could not be fetched is the network's problem, not the page's.
  const problems = await page.takeProblems();
  expect(problems.filter(({ kind }) => kind !== 'console')).toEqual([]);
  server.isDown = false;
});

inOneEngine(test)('versions do not mix while a new one comes', async ({ page, host }) => {
  const copy = await copySite('offline-site');
  const server = await host(copy.folder, OFFLINE);
  const footer = '.site-footer';
  const old = 'Every number here is computed';
  await openSite(page, server);
  await isKept(page);
  const [first] = await cacheNames(page);
  await copy.replace({ [old]: 'Anew every number here is computed' });

  // The open page is still the old one, whose scripts its host has no more.
  await page.run(async () => {
    const changed = new Promise((resolve) =>
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
    );
    await (await navigator.serviceWorker.ready).update();
    await changed;
  });
  expect(await cacheNames(page)).toHaveLength(2);
  await page.get('link', { name: /^Softmax/ }).click();
  await hasSettled(page, '#/softmax');
  await shows(page, footer, old);

  // The next page is the new one; then nothing of the old one is left.
  await page.reload();
  await hasSettled(page, '#/softmax');
  await shows(page, footer, 'Anew every number');
  await waitFor(async () => (await cacheNames(page)).length === 1);
  expect(await cacheNames(page)).not.toContain(first);
  server.isDown = true;
  await page.reload();
  await hasSettled(page, '#/softmax');
  await shows(page, footer, 'Anew every number');
  await page.takeProblems();
  server.isDown = false;
});
