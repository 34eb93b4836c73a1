// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import site from './vite.config.ts';
import { embedFiles } from './web/build/embed-files.ts';
import { forBundlers } from './web/build/for-bundlers.ts';
import { lessonPlugins } from './web/build/lesson-plugins.ts';
import { mathFont } from './web/build/math-font.ts';
import { packageJson } from './web/build/package-json.ts';
import { packageModules, SHARED, workerName } from './web/build/package-modules.ts';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const elements = ['attention-lab', 'player', 'frame-height'];
const engines = ['index', 'node'];
const workers = { learning: 'training/worker.ts', cost: 'worker.ts' };

/** Builds the npm package in build/package. The `<attention-lab>` element and the engine share chunks. */
export default defineConfig({
  ...site,
  publicDir: false,
  plugins: [
    packageModules(),
    lessonPlugins(),
    mathFont('embed/'),
    wasmLicenses('embed/'),
    embedFiles('embed/'),
    packageJson(here('build/package')),
    forBundlers(),
  ],
  build: {
    ...site.build,
    outDir: here('build/package/dist'),
    assetsDir: SHARED,
    manifest: false,
    license: { fileName: 'embed/licenses/third-party.txt' },
    rolldownOptions: {
      input: Object.fromEntries([
        ...elements.map((name) => [`embed/${name}`, here(`web/src/embed/${name}.ts`)]),
        ...engines.map((name) => [`engine/${name}`, here(`web/src/engine/${name}.ts`)]),
        ...Object.entries(workers).map(([lesson, file]) => [
          workerName(lesson),
          here(`web/src/lessons/${lesson}/${file}`),
        ]),
      ]),
      preserveEntrySignatures: 'exports-only',
      output: { entryFileNames: '[name].js' },
      external: [/^node:/],
    },
  },
});
