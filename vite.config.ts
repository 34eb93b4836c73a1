// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { code } from './web/build/code.ts';
import { hosting } from './web/build/hosting.ts';
import { mathFont } from './web/build/math-font.ts';
import { offline } from './web/build/offline.ts';
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
  plugins: [prose(), code(), mathFont(), wasmLicenses(), installable(), offline(), hosting()],
  server: { fs: { allow: [here('.')] } },
  // A worker loads the engine as the page does, twin by twin.
  worker: { format: 'es' },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2022',
    // A data: URL would be fetched, which the policy forbids.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: 'licenses/third-party.md' },
  },
});
