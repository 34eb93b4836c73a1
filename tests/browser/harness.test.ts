// SPDX-License-Identifier: MIT
// Tests for faults of the test harness (./support) that no other test would notice: an unrecorded problem of the page,
// an audit that finds nothing, a setting without effect, and storage that is kept after its test.
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const FIXTURE = 'tests/browser/support/fixture';

/** Waits for a problem whose text matches, and clears all problems. */
const sees = async (page: Page, pattern: RegExp) => {
  const lines = async () => (await page.problems()).map(({ kind, text }) => `${kind} ${text}`);
  await waitFor(async () => expect(await lines()).toContainEqual(expect.stringMatching(pattern)));
  await page.takeProblems();
  expect(await page.problems()).toEqual([]);
};

test('every problem of a page is seen and kept across pages', async ({ page, host, engine }) => {
  await page.open((await host(FIXTURE)).url);
  await page.run(() => console.log('said in passing'));
  expect(await page.problems()).toEqual([]);
  await page.run(() => console.error('bad', { a: 1 }, new Error('cause')));
  await sees(page, /^console error: bad \{"a":1\} .*cause/);
  await page.run(() => console.warn('odd'));
  await sees(page, /^console warn: odd$/);
  await page.run(() => console.assert(1 > 2, 'order'));
  await sees(page, /^console assert: order$/);
  await page.run(() => {
    setTimeout(() => {
      throw new Error('thrown late');
    });
  });
  await sees(page, /^error .*thrown late/);
  await page.run(() => {
    setTimeout(() => Promise.reject(new Error('rejected')));
  });
  await sees(page, /^rejection .*rejected/);
  await page.run(() => document.body.setAttribute('style', 'color: red'));
  await sees(page, /^policy style-src-attr stops inline/);
  const elsewhere = await host(FIXTURE, { cors: true });
  await page.run((url) => fetch(url).catch(() => {}), elsewhere.url);
  await sees(page, /^policy connect-src stops http/);
  expect(elsewhere.requests).toEqual([]);
  await page.run(() => fetch('missing.json'));
  await sees(page, /^request 404 \/missing\.json$/);
  await page.run(() => {
    document.body.append(Object.assign(new Image(), { src: 'missing.png' }));
  });
  await sees(page, /^request <img> could not load missing\.png$/);
  const worker = (job: string) =>
    page.run((task) => new Worker('worker.js', { type: 'module' }).postMessage(task), job);
  await worker('log');
  await sees(page, /^console error: worker logs/);
  await worker('throw');
  await sees(page, /worker throws/);
  // WebKit enforces the policy in a worker but does not report violations to it.
  if (engine !== 'webkit') {
    await worker('policy');
    await sees(page, /^policy connect-src stops http:\/\/127\.0\.0\.1:9/);
  }

  await page.run(() => console.error('before the reload'));
  await page.reload();
  await page.run(() => console.error('before the link'));
  await page.get('link', { name: 'Second page' }).click();
  await page.get('heading', { name: 'Second' }).text();
  await page.back();
  const texts = (await page.takeProblems()).map(({ text }) => text);
  expect(texts).toEqual(['error: before the reload', 'error: before the link']);
  expect(await page.run(() => sessionStorage.length)).toBe(0);

  const without = await host(FIXTURE, { headers: {} });
  await page.open(without.url);
  await page.run((url) => fetch(url), elsewhere.url);
  await sees(page, /^foreign http/);
});

test('each page starts with an empty storage', async ({ newPage, host }) => {
  const { url } = await host(FIXTURE);
  for (let visit = 0; visit < 2; visit++) {
    const page = await newPage();
    await page.open(`${url}second.html`);
    await waitFor(async () => (await page.css('#stored').text()) !== '');
    expect(await page.css('#stored').text()).toBe('visits before: 0');
    await page.close();
  }
});

test('a page has the requested settings', async ({ newPage, engine, host }) => {
  const { url } = await host(FIXTURE);
  const read = () => ({
    size: [innerWidth, innerHeight],
    isDark: matchMedia('(prefers-color-scheme: dark)').matches,
    isStill: matchMedia('(prefers-reduced-motion: reduce)').matches,
    isForced: matchMedia('(forced-colors: active)').matches,
    language: navigator.language,
  });
  const page = await newPage({ width: 320, height: 600 });
  await page.open(url);
  expect(await page.run(read)).toEqual({
    ...{ size: [320, 600], isDark: false, isStill: false, isForced: false, language: 'en-US' },
  });
  if (engine !== 'chromium') return;
  const other = await newPage({ reducedMotion: true, forcedColors: true, language: 'zh-TW' });
  await other.open(url);
  const set = { isStill: true, isForced: true, language: 'zh-TW' };
  expect(await other.run(read)).toMatchObject(set);
});

inOneEngine(test)('axe and waiting report what is wrong', async ({ page, host }) => {
  await page.open((await host(FIXTURE)).url);
  expect(await page.axe()).toEqual([]);
  await page.css('label[for=query]').evaluate((label) => label.remove());
  expect(await page.axe()).toContainEqual(expect.objectContaining({ rule: 'label' }));
  const never = waitFor(async () => expect(await page.css('h1').text()).toBe('none'), {
    timeout: 100,
  });
  await expect(never).rejects.toThrow(/after 100 ms still: expected 'Fixture' to be 'none'/);
  await expect(waitFor(() => null, { timeout: 1 })).rejects.toThrow('after 1 ms still null');
});
