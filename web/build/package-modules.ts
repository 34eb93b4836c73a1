// SPDX-License-Identifier: MIT
// Reduces the size of the npm package: it contains fewer WebAssembly modules than the site, no tales model, and no
// duplicate code.
import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';

const LESSON = /\/lessons\/([\w-]+)\/new-worker\.ts$/;
/** Matches the imports of modules that the package replaces by `package-urls.ts` or `package-tales-url.ts`. */
const URLS = /\/((?:urls|tales-url)\.ts)$/;

/** The folder, below `dist`, of the files that several entries of the package share. */
export const SHARED = 'embed/assets';
/** The path, below `dist`, of a lesson's worker, without file extension. */
export const workerName = (lesson: string): string => `${SHARED}/${lesson}-worker`;

/** Makes workers entries of the same build as the page, so that workers and page share the chunks of the engine. */
export const packageModules = (): Plugin => ({
  name: 'attention-lab:package-modules',
  apply: 'build',
  enforce: 'pre',
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
