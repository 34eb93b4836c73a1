// SPDX-License-Identifier: MIT
// Installs the npm package in an application, builds the application with each bundler, and opens the page in a
// browser.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { expect, test } from '../browser/support/test.ts';
import { waitFor } from '../browser/support/wait.ts';
import { APPLICATIONS as FOLDER, installPackage, ROOT } from './package.ts';

const tool = createRequire(join(ROOT, 'tests/hosts/package.json'));

const PROGRAM = `
import 'attention-lab';
import { createEngine } from 'attention-lab/engine';
const engine = await createEngine();
const { output } = engine.attention({
  precision: 'float64',
  queries: { shape: [1, 1], data: [57] },
  keys: { shape: [3, 1], data: [51, 56, 58] },
  values: { shape: [3, 1], data: [40, 43, 48] },
  score: 'gaussian',
});
document.querySelector('output').textContent = String(output.data[0]);
`;

const page = (script: string, attributes = '') => `<!doctype html>
<html lang="en"><head><title>A page</title><link rel="icon" href="data:," />
<script type="module" src="./${script}"></script></head>
<body><output></output><attention-lab lesson="softmax" ${attributes}></attention-lab></body></html>`;

/** Creates an application with the package installed. Returns its folder. */
async function application(name: string): Promise<string> {
  const folder = join(ROOT, FOLDER, name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(join(folder, 'dist'), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"name":"app","type":"module"}');
  await cp(join(ROOT, FOLDER, 'package/node_modules'), join(folder, 'node_modules'), {
    recursive: true,
  });
  await writeFile(join(folder, 'app.js'), PROGRAM);
  return folder;
}

beforeAll(() => installPackage('package'));

/**
 * Copies the element's files and the engine's WebAssembly modules to `dist`, for bundlers that do not process
 * `new URL(…, import.meta.url)`.
 */
async function copyFiles(folder: string): Promise<void> {
  const from = join(folder, 'node_modules/attention-lab/dist');
  await cp(join(from, 'embed'), join(folder, 'dist/attention-lab'), { recursive: true });
  const assets = join(from, 'embed/assets');
  for (const name of await readdir(assets))
    if (name.endsWith('.wasm')) await cp(join(assets, name), join(folder, 'dist', name));
}
const BASE = 'asset-base="./attention-lab/"';

/** For each bundler: builds an application, with its page, in the folder `dist`. */
const BUNDLERS: Readonly<Record<string, () => Promise<void>>> = {
  async webpack() {
    const folder = await application('webpack');
    const webpack = tool('webpack');
    const stats = await promisify(webpack)({
      mode: 'production',
      context: folder,
      entry: './app.js',
      output: { path: join(folder, 'dist'), module: true },
      experiments: { outputModule: true },
      performance: false,
    });
    expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    await writeFile(join(folder, 'dist/index.html'), page('main.mjs'));
  },
  async esbuild() {
    const folder = await application('esbuild');
    await tool('esbuild').build({
      absWorkingDir: folder,
      entryPoints: ['app.js'],
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: 'dist',
      logLevel: 'error',
    });
    await copyFiles(folder);
    await writeFile(join(folder, 'dist/index.html'), page('app.js', BASE));
  },
  async rollup() {
    const folder = await application('rollup');
    const { nodeResolve } = tool('@rollup/plugin-node-resolve');
    const bundle = await tool('rollup').rollup({
      input: join(folder, 'app.js'),
      plugins: [nodeResolve({ browser: true })],
    });
    await bundle.write({ dir: join(folder, 'dist') });
    await copyFiles(folder);
    await writeFile(join(folder, 'dist/index.html'), page('app.js', BASE));
  },
};

for (const [name, make] of Object.entries(BUNDLERS))
  test(`${name} bundles the element and the engine`, async ({ page: tab, host }) => {
    await make();
    const server = await host(`${FOLDER}/${name}/dist`, { headers: {} });
    await tab.open(server.url);
    await waitFor(async () => expect(await tab.css('output').text()).toBe('45.499999930947524'));
    await waitFor(async () =>
      expect(await tab.css('attention-lab').css('.result-number').nth(0).text()).toMatch(/\d/),
    );
  });
