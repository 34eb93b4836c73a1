// SPDX-License-Identifier: MIT
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { wasmLicenses } from './web/build/wasm-licenses.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The engine alone, for Node and bundlers: dist/engine. */
export default defineConfig({
  root: here('web'),
  base: './',
  publicDir: false,
  plugins: [wasmLicenses()],
  build: {
    outDir: here('dist/engine'),
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    assetsDir: '.',
    modulePreload: false,
    rolldownOptions: {
      input: { index: here('web/src/engine/index.ts') },
      preserveEntrySignatures: 'strict',
      output: { entryFileNames: '[name].js' },
      external: [/^node:/],
    },
  },
});
