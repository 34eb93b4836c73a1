// SPDX-License-Identifier: MIT
// Tests a trap in the WebAssembly module: the page creates a new instance, keeps its state, and shows one notice.
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeAll } from 'vitest';
import { openSite, shows } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { copySite, type SiteCopy } from './support/site-copy.ts';
import { expect, once } from './support/test.ts';
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
  for (const path of ['kernel-regression/', 'softmax/verify/', 'learning/']) {
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

const answer = (page: Page) => page.css('.scene-stage [data-part="answer"] text').text();

once('a lesson continues after a trap and shows one notice', async ({ page, host }) => {
  const server = await host(site.folder);
  await openSite(page, server, 'kernel-regression/#hand');
  const before = await answer(page);
  const query = page.css('[data-step="hand"] al-slider input[type="range"]');
  await arm(page);
  await query.press('ArrowRight');
  await isSpent(page);
  await waitFor(async () => (await notices(page).count()) === 1);
  await waitFor(async () => (await answer(page)) !== before);
  const moved = await answer(page);
  expect(await page.get('alert').count()).toBe(0);
  expect(await notices(page).text()).toContain('was replaced');

  await arm(page);
  await query.press('ArrowLeft');
  await isSpent(page);
  await waitFor(async () => (await answer(page)) === before);
  expect(await notices(page).count()).toBe(1);
  await notices(page).get('button', { name: 'Close' }).click();
  expect(await notices(page).count()).toBe(0);
  await query.press('ArrowRight');
  await waitFor(async () => (await answer(page)) === moved);
  expect(await notices(page).count()).toBe(0);
});

/** Makes a method of an element's engine fail, or restores the method if `isSpoilt` is false. */
const spoil = (page: Page, element: string, method: string, isSpoilt: boolean) =>
  page.run(
    (selector, name, spoilt) => {
      const { engine } = (
        document.querySelector(selector) as unknown as {
          props: { engine: Record<string, unknown> };
        }
      ).props;
      const kept = `whole ${name}`;
      if (!spoilt) engine[name] = engine[kept];
      else {
        engine[kept] = engine[name];
        engine[name] = () => {
          throw new Error('broken on purpose');
        };
      }
    },
    element,
    method,
    isSpoilt,
  );

const failure = (page: Page) => page.css('[data-notice="failure"]');

once('a computation that fails is told once, and can be retried', async ({ page, host }) => {
  await openSite(page, await host(site.folder), 'kernel-regression/#hand');
  const before = await answer(page);
  await spoil(page, 'al-scenes', 'kernelRegression', true);
  await page.css('[data-step="hand"] al-slider input[type="range"]').press('Shift+ArrowRight');
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  expect(await failure(page).count()).toBe(1);
  await spoil(page, 'al-scenes', 'kernelRegression', false);
  await failure(page).get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await failure(page).count()) === 0);
  expect(await answer(page)).not.toBe(before);
});

once('an experiment that fails is told, and can be retried', async ({ page, host }) => {
  await openSite(page, await host(site.folder), 'softmax/verify/');
  const card = page.css('[data-experiment="normal"]');
  await spoil(page, 'al-verify', 'ksDistance', true);
  await card.get('button', { name: 'Put it to the test' }).click();
  await shows(page, '[data-notice="failure"]', 'broken on purpose');
  await spoil(page, 'al-verify', 'ksDistance', false);
  await failure(page).get('button', { name: 'Try again' }).click();
  await waitFor(async () => (await card.css('.verdict').count()) === 1);
  await waitFor(async () => (await failure(page).count()) === 0);
});

once('a claim whose instance was lost is tested again', async ({ page, host }) => {
  await openSite(page, await host(site.folder), 'softmax/verify/');
  const card = page.css('[data-experiment="jacobian"]');
  await arm(page);
  await card.get('button', { name: 'Put it to the test' }).click();
  await isSpent(page);
  await waitFor(async () => (await card.css('.verdict').count()) === 1);
  expect(await page.get('alert').count()).toBe(0);
});

once('a training whose instance was lost continues to its end', async ({ page, host }) => {
  const server = await host(site.folder);
  await openSite(page, server, 'learning/#list');
  const list = page.css('[data-step="list"]');
  const made = async () =>
    Number(/step\s(\d+)/.exec(await list.css('.job-text').text())?.[1] ?? Number.NaN);
  await list.get('button', { name: 'Train' }).click();
  await waitFor(async () => (await made()) >= 10);
  await arm(page);
  await isSpent(page);
  await waitFor(async () => (await notices(page).count()) === 1);
  const lost = await made();
  await waitFor(async () => (await made()) > lost + 10);
  await list.get('button', { name: 'Pause' }).click();
  expect(await page.get('alert').count()).toBe(0);
});
