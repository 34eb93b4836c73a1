// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import site from './vite.config.ts';
import { embedFiles } from './web/build/embed-files.ts';
import { forBundlers } from './web/build/for-bundlers.ts';
import { hostingAnew } from './web/build/hosting.ts';
import { keepManifest } from './web/build/keep-manifest.ts';
import { lessonPlugins } from './web/build/lesson-plugins.ts';
import { mathFont } from './web/build/math-font.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const EMBED = here('dist/embed');
const entry = (name: string) => [name, here(`web/src/embed/${name}.ts`)];

const NUMBERS = /\/web\/src\/i18n\/(?:number-format|read-number)\./;
/**
 * Matches what both kinds of lessons need: controls, questions and notices. One file compresses better than the many that
 * Rolldown would write.
 */
const SHARED =
  /\/web\/src\/(?:components\/(?:choice|field-element|frame-clock|keep-clicks|linear-scale|marked-element|measured-element|memo|motion|number-box|predict|printing|reader-acts|text-width)|device\/guesses|state\/fields|lessons\/(?:failure|lost-instance|matrix|refusal|scene|words-field))\.|\/directives\/(?:keyed|live|until)\.js|\/@lit\/context\//;

/** Builds `<attention-lab>` for other sites in dist/embed, a folder that works without the rest of the site. */
export default defineConfig({
  ...site,
  publicDir: false,
  plugins: [
    lessonPlugins(),
    mathFont(),
    wasmLicenses(),
    embedFiles(),
    hostingAnew(here('dist')),
    forBundlers(),
    keepManifest(here('build/embed-manifest.json'), EMBED),
  ],
  build: {
    ...site.build,
    outDir: EMBED,
    // Vite adds no preload links, because an embed must not add elements to the head of the page that contains it.
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(['attention-lab', 'player', 'frame-height'].map(entry)),
      preserveEntrySignatures: 'exports-only',
      output: {
        entryFileNames: '[name].js',
        codeSplitting: {
          groups: [
            // The element's first file needs these modules, and must not load what else depends on them.
            { name: 'numbers', test: NUMBERS, priority: 1 },
            { name: 'shared', test: SHARED },
          ],
        },
      },
    },
  },
});
