// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import site from './vite.config.ts';
import { code } from './web/build/code.ts';
import { hostingAnew } from './web/build/hosting.ts';
import { withLessonNames } from './web/build/lesson-names.ts';
import { mathFont } from './web/build/math-font.ts';
import { prose } from './web/build/prose.ts';
import { MAIN, START, singleFiles } from './web/build/single-files.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entry = (name: string) => [name, here(`web/src/embed/single/${name}.ts`)];

/** A lesson a file, and all in one: dist/single. */
export default defineConfig({
  ...site,
  publicDir: false,
  // A single file contains only the module with training, so it needs no script of the smaller module.
  resolve: { alias: [{ find: /^#wasm\/(\w+)-core$/, replacement: '#wasm/$1' }] },
  plugins: [
    prose(),
    withLessonNames(),
    code(),
    mathFont(),
    wasmLicenses(),
    singleFiles(),
    hostingAnew(here('dist')),
  ],
  build: {
    ...site.build,
    outDir: here('dist/single'),
    manifest: false,
    modulePreload: false,
    assetsInlineLimit: (file) => file.endsWith('.woff2'),
    rolldownOptions: {
      input: Object.fromEntries([MAIN, START].map(entry)),
      preserveEntrySignatures: 'exports-only',
      // What a script in a page has not; that of the module is asked where it lies, and never goes there.
      transform: { define: { 'import.meta.url': '"file:///"', 'import.meta': '{}' } },
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
