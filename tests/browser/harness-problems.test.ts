// SPDX-License-Identifier: MIT
// Tests the test harness (./support): it detects every kind of problem, in pages, in workers and across
// navigations.
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const FIXTURE = 'tests/browser/support/fixture';

const fixture = test.extend('page', async ({ newPage, host }) => {
  const page = await newPage();
  await page.open((await host(FIXTURE)).url);
  return page;
});

/** Waits for a problem whose text matches, returns it as "kind text", and clears all problems. */
const seen = async (page: Page, pattern: RegExp) => {
  const lines = async () => (await page.problems()).map(({ kind, text }) => `${kind} ${text}`);
  const line = await waitFor(async () => (await lines()).find((one) => pattern.test(one)) ?? null);
  await page.takeProblems();
  expect(await page.problems()).toEqual([]);
  return line;
};

fixture('a page without problems has none', async ({ page }) => {
  await page.run(() => console.log('said in passing'));
  expect(await page.problems()).toEqual([]);
});

fixture('console errors, warnings and failed assertions', async ({ page }) => {
  await page.run(() => console.error('bad', { a: 1 }, new Error('cause')));
  expect(await seen(page, /^console error: bad \{"a":1\} .*cause/)).toBeTruthy();
  await page.run(() => console.warn('odd'));
  expect(await seen(page, /^console warn: odd$/)).toBeTruthy();
  await page.run(() => console.assert(1 > 2, 'order'));
  expect(await seen(page, /^console assert: order$/)).toBeTruthy();
});

fixture('uncaught errors and rejections', async ({ page }) => {
  await page.run(() => {
    setTimeout(() => {
      throw new Error('thrown late');
    });
  });
  expect(await seen(page, /^error .*thrown late/)).toBeTruthy();
  await page.run(() => {
    setTimeout(() => Promise.reject(new Error('rejected')));
  });
  expect(await seen(page, /^rejection .*rejected/)).toBeTruthy();
});

fixture("violations of the site's policy", async ({ page, host }) => {
  await page.run(() => {
    document.body.setAttribute('style', 'color: red');
  });
  expect(await seen(page, /^policy style-src-attr stops inline/)).toBeTruthy();
  await page.run(() => {
    const script = document.createElement('script');
    script.textContent = 'window.isRun = true';
    document.body.append(script);
  });
  expect(await seen(page, /^policy script-src-elem stops inline/)).toBeTruthy();
  const elsewhere = await host(FIXTURE, { cors: true });
  await page.run((url) => fetch(url).catch(() => {}), elsewhere.url);
  expect(await seen(page, /^policy connect-src stops http/)).toBeTruthy();
  expect(elsewhere.requests).toEqual([]);
});

test('requests to other origins are detected without a policy', async ({ page, host }) => {
  await page.open((await host(FIXTURE, { headers: {} })).url);
  const elsewhere = await host(FIXTURE, { cors: true });
  await page.run((url) => fetch(url), elsewhere.url);
  expect(await seen(page, /^foreign http/)).toContain(elsewhere.url);
});

fixture('failed requests', async ({ page }) => {
  await page.run(() => fetch('missing.json'));
  expect(await seen(page, /^request 404 \/missing\.json$/)).toBeTruthy();
  await page.run(() => {
    const image = document.createElement('img');
    image.src = 'missing.png';
    document.body.append(image);
  });
  expect(await seen(page, /^request <img> could not load missing\.png$/)).toBeTruthy();
});

for (const [job, pattern] of [
  ['log', /^console error: worker logs/],
  ['throw', /worker throws/],
  ['policy', /^policy connect-src stops http:\/\/127\.0\.0\.1:9/],
] as const)
  fixture(`a worker's problems: ${job}`, async ({ page, engine, skip }) => {
    // WebKit enforces the policy in a worker but does not report violations to it.
    skip(engine === 'webkit' && job === 'policy');
    await page.run((task) => new Worker('worker.js', { type: 'module' }).postMessage(task), job);
    expect(await seen(page, pattern)).toBeTruthy();
  });

fixture('problems are kept across navigations', async ({ page }) => {
  await page.run(() => console.error('before the reload'));
  await page.reload();
  await page.run(() => console.error('before the link'));
  await page.get('link', { name: 'Second page' }).click();
  await page.get('heading', { name: 'Second' }).text();
  await page.back();
  const texts = (await page.takeProblems()).map(({ text }) => text);
  expect(texts).toEqual(['error: before the reload', 'error: before the link']);
  expect(await page.run(() => sessionStorage.length)).toBe(0);
});
