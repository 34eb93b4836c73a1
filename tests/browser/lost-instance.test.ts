// SPDX-License-Identifier: MIT
// Tests a trap in the WebAssembly module: the page creates a new instance, keeps its state, and shows one notice.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { openSite, prediction } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { copySite, type SiteCopy } from './support/site-copy.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

let site: SiteCopy;

declare global {
  interface Window {
    /** How many of the next calls into the WebAssembly module trap. */
    __traps: number;
  }
}

/**
 * A script that runs before the site's scripts and can make calls into the WebAssembly module trap. Emscripten's glue
 * code gets the module's functions with `Table.prototype.get`. The script replaces this method: it returns each
 * function in a wrapper that throws while `window.__traps` is above 0.
 */
const TRAPS = `
  window.__traps = 0;
  const { get } = WebAssembly.Table.prototype;
  WebAssembly.Table.prototype.get = function (place) {
    const entry = get.call(this, place);
    if (typeof entry !== 'function') return entry;
    const wrapped = (...args) => {
      if (window.__traps > 0) {
        window.__traps--;
        throw new WebAssembly.RuntimeError('unreachable');
      }
      return entry(...args);
    };
    return Object.defineProperty(wrapped, 'length', { value: entry.length });
  };`;

beforeAll(async () => {
  site = await copySite('trapping-site');
  const at = (path: string) =>
    fileURLToPath(new URL(`../../${site.folder}/${path}`, import.meta.url));
  for (const path of ['kernel-regression/verify/', 'scaling/verify/', 'learning/']) {
    const file = at(`en/${path}index.html`);
    const page = await readFile(file, 'utf8');
    const root = `../${path.replace(/[^/]+/g, '..')}`;
    await writeFile(file, page.replace('<head>', `<head><script src="${root}traps.js"></script>`));
  }
  await writeFile(at('traps.js'), TRAPS);
});

const arm = (page: Page) =>
  page.run(() => {
    window.__traps = 1;
  });
const isSpent = (page: Page) => waitFor(() => page.run(() => window.__traps === 0));
const notices = (page: Page) => page.css('[data-notice="engine-lost"]');

test('a lesson continues after a trap and shows one notice', async ({ page, host }) => {
  const server = await host(site.folder);
  await openSite(page, server, 'kernel-regression/verify/');
  const before = await prediction(page);
  const query = page.css('al-slider[field="query"] input[type="range"]');
  await arm(page);
  await query.press('ArrowRight');
  await isSpent(page);
  await waitFor(async () => (await notices(page).count()) === 1);
  const moved = await prediction(page);
  expect(moved).not.toBe(before);
  expect(await page.get('alert').count()).toBe(0);
  expect(await notices(page).text()).toContain('was replaced');

  await arm(page);
  await query.press('ArrowLeft');
  await isSpent(page);
  await waitFor(async () => (await prediction(page)) === before);
  expect(await notices(page).count()).toBe(1);
  await notices(page).get('button', { name: 'Close' }).click();
  expect(await notices(page).count()).toBe(0);
  await query.press('ArrowRight');
  await waitFor(async () => (await prediction(page)) === moved);
  expect(await notices(page).count()).toBe(0);
});

inOneEngine(test)('draws lost in a trap are drawn again', async ({ page, host }) => {
  const server = await host(site.folder);
  await openSite(page, server, 'scaling/verify/#?d=64&pairs=2000');
  const isDrawn = () =>
    waitFor(async () =>
      ((await page.css('svg.spread').attribute('aria-label')) ?? '').includes('2,000 pairs'),
    );
  await isDrawn();
  const before = await prediction(page);
  const slider = page.get('slider', { name: 'Dimension d' }).nth(0);
  await arm(page);
  await slider.press('ArrowRight');
  await isSpent(page);
  await waitFor(async () => (await notices(page).count()) === 1);
  await isDrawn();
  expect(await prediction(page)).not.toBe(before);
  await slider.press('ArrowLeft');
  await isDrawn();
  await waitFor(async () => (await prediction(page)) === before);
  expect(await page.get('alert').count()).toBe(0);
});

inOneEngine(test)(
  'a training whose instance was lost continues to its end',
  async ({ page, host }) => {
    const server = await host(site.folder);
    await openSite(page, server, 'learning/#?task=repetition&view=loss');
    const made = async () =>
      Number(/step\s(\d+)/.exec(await page.css('.main-note').text())?.[1] ?? Number.NaN);
    const press = (name: string) => page.css('.run-buttons').get('button', { name }).press('Enter');
    await press('Train');
    await waitFor(async () => (await made()) >= 10);
    await arm(page);
    await isSpent(page);
    await waitFor(async () => (await notices(page).count()) === 1);
    const lost = await made();
    await waitFor(async () => (await made()) > lost + 10);
    await press('Pause');
    expect(await page.get('alert').count()).toBe(0);
  },
);
