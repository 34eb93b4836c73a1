// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { test as base, expect, inject } from 'vitest';
import { headersFor } from '../../../web/build/headers.ts';
import { type Browser, openBrowser } from './browser.ts';
import { BrowserCrash, type Engine, type PageSettings } from './engine.ts';
import type { Page } from './page.ts';
import { type ServeOptions, type Server, serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The browser engine of the running Vitest project. */
    engine: Engine;
  }
}

// Vitest creates worker fixtures anew for each file that extends `test`. With these variables, all files share one
// browser and one server, whose files the browser caches.
let running: Promise<Browser> | undefined;
let served: Promise<Server> | undefined;

function startBrowser(engine: Engine): Promise<Browser> {
  // If Vitest's main process is killed, no cleanup runs. So this worker ends itself, and the browser ends with it.
  process.once('disconnect', () => process.kill(process.pid));
  return openBrowser(engine);
}

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Vitest's `test` with a browser:
 * - `browser`: one for the whole run of an engine
 * - `site`: the built site, served with its headers for the whole run
 * - `host(folder, options)`: serves a folder of the project until the test ends
 * - `page`, `newPage(settings)`: fresh pages; the test fails if they have problems
 */
export const test = base
  .extend('engine', { scope: 'worker' }, () => inject('engine'))
  .extend('browser', { scope: 'worker' }, async ({ engine }, { onCleanup }) => {
    running ??= startBrowser(engine);
    onCleanup(async () => {
      const last = running;
      running = undefined;
      await (await last)?.close();
    });
    return running;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern
  .extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
    served ??= serve(`${ROOT}dist`, { headers: headersFor });
    onCleanup(async () => {
      const last = served;
      served = undefined;
      await (await last)?.close();
    });
    return served;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern
  .extend('host', async ({}, { onCleanup }) => {
    const servers: Server[] = [];
    onCleanup(async () => {
      await Promise.all(servers.map((server) => server.close()));
    });
    return async (folder: string, options: ServeOptions = {}) => {
      const server = await serve(ROOT + folder, { headers: headersFor, ...options });
      servers.push(server);
      return server;
    };
  })
  .extend('newPage', async ({ browser, host, task }, { onCleanup }) => {
    // This use of `host` makes Vitest create it before the pages and clean it up after them.
    void host;
    const pages: Page[] = [];
    onCleanup(async () => {
      for (const page of pages) await leave(page, task);
    });
    return async (settings?: PageSettings) => {
      const page = await browser.newPage(settings);
      pages.push(page);
      return page;
    };
  })
  .extend('page', ({ newPage }) => newPage());

export { expect };

/**
 * A `test` that runs only in Chromium. Use it for logic that does not depend on the browser engine, such as numbers and
 * texts of lessons.
 */
export const inOneEngine = <Test extends { runIf(condition: boolean): unknown }>(test: Test) =>
  test.runIf(inject('engine') === 'chromium') as ReturnType<Test['runIf']>;

export const once = inOneEngine(test);

type Task = { id: string; name: string; result?: { state: string } };

/** Closes a page; fails the test if the page has problems. */
async function leave(page: Page, task: Task): Promise<void> {
  if (page.isClosed) return;
  try {
    await isClean(page, task);
  } finally {
    await page.close();
  }
}

/**
 * Saves a screenshot if the test has failed. Then fails the test if the page has problems. Ignores a crash of the
 * browser in a failed test: a clean-up that throws would be repeated with the test.
 * @returns whether the test has passed
 */
export async function isClean(page: Page, task: Task): Promise<boolean> {
  const hasPassed = task.result?.state !== 'fail';
  try {
    if (!hasPassed) {
      const name = `${inject('engine')} ${task.name}`.replace(/[^\p{L}\d]+/gu, '-');
      await page.screenshot({ path: `${ROOT}build/failures/${name}.png` });
    }
    expect(await page.takeProblems(), 'problems of the page').toEqual([]);
  } catch (error) {
    if (hasPassed || !(error instanceof BrowserCrash)) throw error;
  }
  return hasPassed;
}
