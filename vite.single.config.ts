// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import site from './vite.config.ts';
import { heldFiles } from './web/build/held-files.ts';
import { hostingAnew } from './web/build/hosting.ts';
import { lessonPlugins } from './web/build/lesson-plugins.ts';
import { mathFont } from './web/build/math-font.ts';
import { MAIN, START, singleFiles } from './web/build/single-files.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entry = (name: string) => [name, here(`web/src/embed/single/${name}.ts`)];

/** Builds one self-contained page per lesson, and one with all lessons, in dist/single. */
export default defineConfig({
  ...site,
  publicDir: false,
  plugins: [
    lessonPlugins(),
    mathFont(),
    wasmLicenses(),
    heldFiles(),
    singleFiles(),
    hostingAnew(here('dist')),
  ],
  build: {
    ...site.build,
    outDir: here('dist/single'),
    manifest: false,
    assetsInlineLimit: (file) => file.endsWith('.woff2'),
    rolldownOptions: {
      input: Object.fromEntries([MAIN, START].map(entry)),
      preserveEntrySignatures: 'exports-only',
      // The pages use classic scripts, which have no import.meta. Emscripten's script reads import.meta.url but never
      // fetches this URL, so any URL works.
      transform: { define: { 'import.meta.url': '"file:///"', 'import.meta': '{}' } },
      output: {
        format: 'cjs',
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
      },
    },
  },
});
