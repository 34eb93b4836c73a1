// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { test as base, expect, inject } from 'vitest';
import { headersFor } from '../../../web/build/headers.ts';
import { type Browser, openBrowser } from './browser.ts';
import type { Engine, PageSettings } from './engine.ts';
import type { Page } from './page.ts';
import { type ServeOptions, type Server, serve } from './server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Which browser a Vitest project drives. */
    engine: Engine;
  }
}

// Each file that extends `test` has worker fixtures of its own; the browser must be one for all.
let running: Promise<Browser> | undefined;

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Vitest's `test` with a browser:
 * - `browser`: one for the whole run of an engine
 * - `site`: the built site, served with its headers for the test file
 * - `host(folder, options)`: serves a folder of the project until the test ends
 * - `page`, `newPage(settings)`: fresh pages; the test fails unless they end without problems
 */
export const test = base
  .extend('engine', { scope: 'worker' }, () => inject('engine'))
  .extend('browser', { scope: 'worker' }, async ({ engine }, { onCleanup }) => {
    // A runner that is killed takes no leave: then this process, and with it the browser, must end.
    process.once('disconnect', () => process.kill(process.pid));
    running ??= openBrowser(engine);
    onCleanup(async () => {
      await (await running)?.close();
      running = undefined;
    });
    return running;
  })
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from a pattern
  .extend('site', { scope: 'file' }, async ({}, { onCleanup }) => {
    const server = await serve(`${ROOT}dist`, { headers: headersFor });
    onCleanup(() => server.close());
    return server;
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
    // Named so that it is set up before the pages and taken down after them.
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
 * For what is drawn and told the same in every engine: tests of the page's own logic, which Chromium
 * is asked for. Each engine is asked of each lesson for its numbers, keys and pointer, links, all
 * verdicts, axe (colours in one), widths, and a page without problems.
 */
export const inOneEngine = <Test extends { runIf(condition: boolean): unknown }>(test: Test) =>
  test.runIf(inject('engine') === 'chromium') as ReturnType<Test['runIf']>;

type Task = { id: string; name: string; result?: { state: string } };

/** Asks of a page that was left that it is clean, and closes it. */
async function leave(page: Page, task: Task): Promise<void> {
  if (page.isClosed) return;
  try {
    await isClean(page, task);
  } finally {
    await page.close();
  }
}

/**
 * Keeps a picture of a page whose test failed, and asks of every page that it has no problems,
 * which it forgets.
 * @returns whether the test passed
 */
export async function isClean(page: Page, task: Task): Promise<boolean> {
  const hasPassed = task.result?.state !== 'fail';
  if (!hasPassed) {
    const name = `${inject('engine')} ${task.name}`.replace(/[^\p{L}\d]+/gu, '-');
    await page.screenshot({ path: `${ROOT}build/failures/${name}.png` });
  }
  expect(await page.takeProblems(), 'problems of the page').toEqual([]);
  return hasPassed;
}
