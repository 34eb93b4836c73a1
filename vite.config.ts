// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { chunks } from './web/build/chunks.ts';
import { everyLanguage } from './web/build/every-language.ts';
import { hosting } from './web/build/hosting.ts';
import { keepManifest } from './web/build/keep-manifest.ts';
import { languageNames } from './web/build/language-names.ts';
import { lessonPlugins } from './web/build/lesson-plugins.ts';
import { mathFont } from './web/build/math-font.ts';
import { noFacades } from './web/build/no-facades.ts';
import { offline } from './web/build/offline.ts';
import { oneGlue } from './web/build/one-glue.ts';
import { pages } from './web/build/pages.ts';
import { shell } from './web/build/shell.ts';
import { textFonts } from './web/build/text-fonts.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';
import { installable } from './web/build/web-manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const SITE = here('dist');

export default defineConfig({
  root: here('web'),
  // Relative URLs, so that the site works in any folder of a host.
  base: './',
  // The servers of Vite respond with 404 to missing files, as static hosts do, instead of with index.html.
  appType: 'mpa',
  plugins: [
    pages(),
    lessonPlugins(),
    mathFont(),
    textFonts(),
    everyLanguage(),
    wasmLicenses(),
    chunks(),
    noFacades(),
    languageNames(),
    oneGlue(),
    shell(),
    installable(),
    offline(),
    hosting(),
    keepManifest(here('build/site-manifest.json'), SITE),
  ],
  server: { fs: { allow: [here('.')] } },
  // Workers are ES modules, because Vite's other format for workers does not support dynamic imports, and the engine
  // uses these.
  worker: { format: 'es', plugins: () => [oneGlue()] },
  build: {
    outDir: SITE,
    emptyOutDir: true,
    target: 'es2022',
    // The first versions that support light-dark(). For older ones, Vite would replace it by CSS that ignores the
    // color-scheme of the page that contains an embed.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Assets are never inlined as data: URLs, because the site's Content-Security-Policy (web/build/headers.ts) forbids
    // fetching such URLs.
    assetsInlineLimit: 0,
    // The manifest lists the files of each module. tools/size.mjs reads it to find out which files each view downloads.
    manifest: true,
    // Vite adds no preload links, because index.html links the files that every view needs, and its first script
    // (web/src/site/shell.ts) requests the others.
    modulePreload: false,
    license: { fileName: 'licenses/third-party.txt' },
  },
});
