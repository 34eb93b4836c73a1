// SPDX-License-Identifier: MIT
// Tests the engine, the WebAssembly module with its JavaScript API, in a page and in a worker: below a sub-path, from
// another origin, from a misconfigured server, and without relaxed SIMD.
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { beforeAll } from 'vitest';
import type { Twin } from '../../web/src/engine/index.ts';
import { ownFolder } from './support/own-folder.ts';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const GOOD = '45.499999930947524 OutOfRange sigma';
const BUILT = ownFolder('engine-page');
/** The fastest build that each browser can run. WebKitGTK has relaxed SIMD only behind a flag. */
const FASTEST = { chromium: 'relaxed', firefox: 'relaxed', webkit: 'simd' } as const;

beforeAll(async () => {
  const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
  await build({
    configFile: false,
    logLevel: 'error',
    root: here('engine-page'),
    base: './',
    worker: { format: 'es' },
    build: {
      outDir: here(`../../${BUILT}`),
      emptyOutDir: true,
      assetsInlineLimit: 0,
      target: 'es2022',
      modulePreload: { polyfill: false },
    },
  });
});

async function reports(page: Page) {
  const read = async (id: string) => (await page.css(`#${id}`).text()) || null;
  return { page: await waitFor(() => read('page')), worker: await waitFor(() => read('worker')) };
}

const goodBy = (twin: Twin) => ({ page: `${twin} ${GOOD}`, worker: `${twin} ${GOOD}` });

test('computes in a page and a worker under the strict policy', async ({ page, host, engine }) => {
  await page.open((await host(BUILT)).url);
  expect(await reports(page)).toEqual(goodBy(FASTEST[engine]));
});

test('computes below a path, with the wrong MIME type', async ({ page, host, engine }) => {
  const server = await host(BUILT, { mount: '/course/week-3/', wasmType: 'text/plain' });
  await page.open(server.url);
  expect(await reports(page)).toEqual(goodBy(FASTEST[engine]));
});

test('computes with a module from another origin', async ({ page, host }) => {
  const other = await host('build/wasm/simd', { cors: true });
  const server = await host(BUILT, { headers: {} });
  await page.open(`${server.url}?wasm=${encodeURIComponent(`${other.url}attention.wasm`)}`);
  expect(await reports(page)).toEqual(goodBy('simd'));
  expect(other.requests.map(({ path }) => path)).toContain('/attention.wasm');
  // Clears the report of a request to another origin, which this test expects.
  await page.takeProblems();
});
