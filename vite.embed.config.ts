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
      output: { entryFileNames: '[name].js' },
    },
  },
});
