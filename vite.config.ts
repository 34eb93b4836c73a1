// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { code } from './web/build/code.ts';
import { engineAhead } from './web/build/engine-ahead.ts';
import { everyLanguage } from './web/build/every-language.ts';
import { hosting } from './web/build/hosting.ts';
import { withLessonNames } from './web/build/lesson-names.ts';
import { mathFont } from './web/build/math-font.ts';
import { offline } from './web/build/offline.ts';
import { pages } from './web/build/pages.ts';
import { prose } from './web/build/prose.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';
import { installable } from './web/build/web-manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('web'),
  // Relative addresses let the built site lie under any path.
  base: './',
  // A file that is missing is missing, as on a host of files.
  appType: 'mpa',
  plugins: [
    pages(),
    prose(),
    withLessonNames(),
    code(),
    mathFont(),
    everyLanguage(),
    wasmLicenses(),
    engineAhead(),
    installable(),
    offline(),
    hosting(),
  ],
  server: { fs: { allow: [here('.')] } },
  // A worker loads the engine as the page does, twin by twin.
  worker: { format: 'es' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // The first with light-dark(): what stands for it elsewhere does not follow the colour scheme of an embed's host.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // A data: URL would be fetched, which the policy forbids.
    assetsInlineLimit: 0,
    // What a view loads is read from it: tools/size.mjs.
    manifest: true,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // A dozen files load faster than thirty, so the code that most lessons share is in a few chunks. Heat maps and
        // log charts are excluded: more than half of the lessons do not use them.
        codeSplitting: {
          groups: [
            {
              name: 'components',
              test: /\/web\/src\/components\/(?!heat-map|cell-keys|log-chart|job-progress)|\/node_modules\/d3-/,
              minShareCount: 4,
            },
            {
              name: 'lessons',
              test: /\/web\/src\/(lessons\/[\w-]+\.|ledger\/|state\/)/,
              minShareCount: 4,
            },
          ],
        },
      },
    },
    license: { fileName: 'licenses/third-party.md' },
  },
});
