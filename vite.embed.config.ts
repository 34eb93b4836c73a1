// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import site from './vite.config.ts';
import { code } from './web/build/code.ts';
import { embedFiles } from './web/build/embed-files.ts';
import { hostingAnew } from './web/build/hosting.ts';
import { withLessonNames } from './web/build/lesson-names.ts';
import { mathFont } from './web/build/math-font.ts';
import { prose } from './web/build/prose.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const entry = (name: string) => [name, here(`web/src/embed/${name}.ts`)];

/** The element for other people's pages: dist/embed, a folder that can be put anywhere on its own. */
export default defineConfig({
  ...site,
  publicDir: false,
  plugins: [
    prose(),
    withLessonNames(),
    code(),
    mathFont(),
    wasmLicenses(),
    embedFiles(),
    hostingAnew(here('dist')),
  ],
  build: {
    ...site.build,
    outDir: here('dist/embed'),
    // A guest adds nothing to the head of its host's page.
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(
        ['attention-lab', 'player', 'frame-height', 'anywidget'].map(entry),
      ),
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js' },
    },
  },
});
