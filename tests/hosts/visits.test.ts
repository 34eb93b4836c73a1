// SPDX-License-Identifier: MIT
// Visits the site on real web servers: below a path, without a connection, and after a second deployment.
import { cp, rm } from 'node:fs/promises';
import type { Page } from '../browser/support/page.ts';
import { copySite } from '../browser/support/site-copy.ts';
import { expect, test } from '../browser/support/test.ts';
import { waitFor } from '../browser/support/wait.ts';
import { toolScript } from './package.ts';
import { SERVERS, type Start, startServer } from './servers.ts';

const PATH = '/teaching/lab';

// Reads the page with querySelector, because locators need scripts that only the server of the test harness adds.
const says = (page: Page, selector: string, expected: string) =>
  waitFor(async () => {
    const read = (at: string) => document.querySelector(at)?.textContent ?? '';
    expect(await page.run(read, selector)).toContain(expected);
    return true;
  });

const isKept = (page: Page) =>
  waitFor(() => page.run(() => navigator.serviceWorker.controller !== null));

for (const [name, start] of Object.entries(SERVERS)) {
  test(`${name}: lessons work offline after one visit below a path`, async ({ page }) => {
    const folder = `build/hosts/visit-${name}`;
    await rm(folder, { recursive: true, force: true });
    await cp('dist', `${folder}${PATH}`, { recursive: true });
    const server = await startServer(start, folder, PATH);
    try {
      await page.open(`${server.url}en/kernel-regression/`);
      await says(page, '[data-part="answer"] text', '45.5 kg');
      await isKept(page);
    } finally {
      await server.stop();
    }
    await page.reload();
    await says(page, '[data-part="answer"] text', '45.5 kg');
    await page.open(`${server.url}zh-Hant/scaling/`);
    await says(page, 'h1', '縮放');
  });

  test(`${name}: a visit after a second deployment shows the new page`, async ({ page }) => {
    const copy = await copySite(`hosts/deploy-${name}`);
    const server = await startServer(start, copy.folder);
    try {
      await page.open(`${server.url}en/softmax/`);
      await says(page, '.site-footer', 'The lessons are computed');
      await isKept(page);
      await copy.replace({ 'The lessons are computed': 'Anew the lessons are computed' });
      await page.run(async () => {
        const changed = new Promise((resolve) =>
          navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
        );
        await (await navigator.serviceWorker.ready).update();
        await changed;
      });
      await page.reload();
      await says(page, '.site-footer', 'Anew the lessons are computed');
      await says(page, 'h1', 'Softmax');
    } finally {
      await server.stop();
    }
  });
}

// The package `serve` of npm redirects pages to addresses without an extension, unless serve.json forbids it.
const serve: Start = async ({ root, port }) => {
  const listen = ['--listen', `tcp://127.0.0.1:${port}`, '--no-clipboard'];
  return [process.execPath, toolScript('serve/build/main.js'), ...listen, root];
};

test('serve: a frame keeps its query', async ({ page }) => {
  const server = await startServer(serve, 'dist');
  try {
    await page.open(`${server.url}embed.html?lang=zh-Hant#/scaling`);
    const told = () => [document.title, location.search];
    await waitFor(async () => expect(await page.run(told)).toEqual(['縮放', '?lang=zh-Hant']));
    await page.open('about:blank');
  } finally {
    await server.stop();
  }
});

test('serve without serve.json: lessons work offline after one visit', async ({ page }) => {
  const copy = await copySite('hosts/visit-serve');
  await rm(`${copy.folder}/serve.json`);
  const server = await startServer(serve, copy.folder);
  try {
    const { redirected, url } = await fetch(`${server.url}index.html`);
    expect([redirected, url]).toEqual([true, server.url]);
    await page.open(`${server.url}en/kernel-regression/`);
    await says(page, '[data-part="answer"] text', '45.5 kg');
    await isKept(page);
  } finally {
    await server.stop();
  }
  await page.reload();
  await says(page, '[data-part="answer"] text', '45.5 kg');
  await page.open(`${server.url}zh-Hant/scaling/`);
  await says(page, 'h1', '縮放');
});
