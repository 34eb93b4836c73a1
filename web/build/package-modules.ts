// SPDX-License-Identifier: MIT
// Reduces the size of the npm package: it contains fewer WebAssembly modules than the site, no model of tales, and no code
// twice.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const ROOT = new URL('../../', import.meta.url);
const LESSON = /\/lessons\/([\w-]+)\/new-worker\.ts$/;
/** Matches the imports of modules that the package has in another form. */
const URLS = /\/((?:urls|tales-url)\.ts)$/;
const PARTS = ['attention', 'attention-core'];

/** The text of the script that Emscripten generates for a WebAssembly module. */
const script = (twin: string, part: string): string =>
  readFileSync(new URL(`build/wasm/${twin}/${part}.js`, ROOT), 'utf8');

/** The folder, below `dist`, of the files that several entries of the package share. */
export const SHARED = 'embed/assets';
/** The path, below `dist`, of a lesson's worker, without file extension. */
export const workerName = (lesson: string): string => `${SHARED}/${lesson}-worker`;

/**
 * Makes both WebAssembly builds in the package (relaxed SIMD and SIMD) use one Emscripten script. Workers become
 * entries of the same build as the page, so that workers and the page share the chunks of the engine.
 */
export const packageModules = (): Plugin => ({
  name: 'attention-lab:package-modules',
  apply: 'build',
  enforce: 'pre',
  config: () => ({
    resolve: { alias: [{ find: /^#wasm\/\w+?(-core)?$/, replacement: '#wasm/simd$1' }] },
  }),
  buildStart() {
    for (const part of PARTS)
      if (script('relaxed', part) !== script('simd', part))
        this.error('the scripts of the relaxed and the simd module differ');
  },
  resolveId(source, importer) {
    const name = URLS.exec(source)?.[1];
    if (importer === undefined || name === undefined) return null;
    const file = resolve(dirname(importer), `package-${name}`);
    return existsSync(file) ? file : null;
  },
  load(id) {
    const lesson = LESSON.exec(id)?.[1];
    if (lesson === undefined) return null;
    const file = `./${workerName(lesson).slice(SHARED.length + 1)}.js`;
    const code = `export const newWorker = () =>
      new Worker(new URL(/* @vite-ignore */ '${file}', import.meta.url), { type: 'module' });`;
    return { code, moduleType: 'js' };
  },
});
