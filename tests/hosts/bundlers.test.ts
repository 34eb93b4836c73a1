// SPDX-License-Identifier: MIT
// Installs the npm packages in an application, builds the application with each bundler, and opens the page in a
// browser.
import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll } from 'vitest';
import { expect, test } from '../browser/support/test.ts';
import { waitFor } from '../browser/support/wait.ts';
import { APPLICATIONS as FOLDER, installPackage, ROOT } from './package.ts';
import { readRecipes } from './recipes.ts';

const tool = createRequire(join(ROOT, 'tests/hosts/package.json'));

const PROGRAM = `
import 'attention-lab';
import 'attention-lab-tales';
import { createEngine } from 'attention-lab/engine';
const engine = await createEngine();
const { output } = engine.attention({
  precision: 'float64',
  queries: { shape: [1, 1], data: [57] },
  keys: { shape: [3, 1], data: [51, 56, 58] },
  values: { shape: [3, 1], data: [40, 43, 48] },
  score: 'gaussian',
});
// Without \`await\`: Rollup's chunk of the model imports the program, and would wait for its end.
engine.talesModel().then(({ settings }) => {
  document.querySelector('output').textContent = [output.data[0], settings.layers].join(' and ');
});
`;

const page = (content: string) => `<!doctype html>
<html lang="en"><head><title>A page</title><link rel="icon" href="data:," /></head>
<body><output></output>${content}</body></html>`;
const LESSON = '<attention-lab lesson="softmax"></attention-lab>';

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

/** Follows the recipe for bundlers that do not process `new URL(…, import.meta.url)`, and copies the engine's modules. */
async function follow(folder: string): Promise<void> {
  const { files, copies } = (await readRecipes()).get('esbuild and Rollup') ?? {};
  const html = files?.['dist/index.html'];
  if (html === undefined) throw new Error('docs/embedding.md has no recipe for esbuild and Rollup');
  for (const [from, to] of copies ?? [])
    await cp(join(folder, from), join(folder, to), { recursive: true });
  await writeFile(join(folder, 'dist/index.html'), page(html));
  const assets = join(folder, 'node_modules/attention-lab/dist/embed/assets');
  for (const name of await readdir(assets))
    if (name.endsWith('.wasm')) await cp(join(assets, name), join(folder, 'dist', name));
  const model = 'attention-lab-tales/model.safetensors';
  await cp(join(folder, 'node_modules', model), join(folder, 'dist/model.safetensors'));
}

/** @param options  options of webpack @param content  the HTML of the page's script and of the element */
async function bundleWithWebpack(name: string, options: object, content: string): Promise<string> {
  const folder = await application(name);
  const webpack = tool('webpack');
  const stats = await promisify(webpack)({
    mode: 'production',
    context: folder,
    entry: './app.js',
    performance: false,
    ...options,
    output: { path: join(folder, 'dist'), ...('experiments' in options ? { module: true } : {}) },
  });
  expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
    errors: [],
    warnings: [],
  });
  await writeFile(join(folder, 'dist/index.html'), page(content));
  return folder;
}

/** For each bundler: builds an application, with its page, in the folder `dist`. */
const BUNDLERS: Readonly<Record<string, () => Promise<void>>> = {
  async webpack() {
    await bundleWithWebpack('webpack', {}, `<script defer src="main.js"></script>${LESSON}`);
  },
  async 'webpack-module'() {
    const script = '<script type="module" src="main.mjs"></script>';
    await bundleWithWebpack(
      'webpack-module',
      { experiments: { outputModule: true } },
      script + LESSON,
    );
  },
  async 'webpack-base'() {
    const lesson = LESSON.replace(' lesson', ' asset-base="moved/" lesson');
    const content = `<script defer src="main.js"></script>${lesson}`;
    const folder = await bundleWithWebpack('webpack-base', {}, content);
    const files = join(folder, 'node_modules/attention-lab/dist/embed');
    await cp(files, join(folder, 'dist/moved'), { recursive: true });
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
    await follow(folder);
  },
  async rollup() {
    const folder = await application('rollup');
    const { nodeResolve } = tool('@rollup/plugin-node-resolve');
    const bundle = await tool('rollup').rollup({
      input: join(folder, 'app.js'),
      plugins: [nodeResolve({ browser: true })],
    });
    await bundle.write({ dir: join(folder, 'dist') });
    await follow(folder);
  },
};

for (const [name, make] of Object.entries(BUNDLERS))
  test(`${name} bundles the element and the engine`, async ({ page: tab, host }) => {
    await make();
    const server = await host(`${FOLDER}/${name}/dist`, { headers: {} });
    await tab.open(server.url);
    await waitFor(async () =>
      expect(await tab.css('output').text()).toMatch(/^45\.499999930947524 and \d+$/),
    );
    await waitFor(async () =>
      expect(await tab.css('attention-lab').css('.scene-picture svg').nth(0).text()).toMatch(/\d/),
    );
    if (name.endsWith('-base'))
      expect(server.requests.some(({ path }) => path.startsWith('/moved/assets/'))).toBe(true);
  });
