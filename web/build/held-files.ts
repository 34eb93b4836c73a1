// SPDX-License-Identifier: MIT
// Prepares builds of single files: one HTML file that contains the WebAssembly modules and refers to no other file.
// In names, "held" means contained in this file.
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { encode } from '../src/embed/single/ascii85.ts';
import { HELD } from '../src/embed/single/parts.ts';

const ROOT = new URL('../../', import.meta.url);
/** Matches the paths of modules that contain URLs of other files. */
const NAMING_FILES = /\/(?:engine\/wasm-url|lessons\/[\w-]+\/new-worker)\.ts$/;
const WASM = 'virtual:held-wasm';

export const pack = (content: string | Uint8Array): string =>
  encode(deflateSync(content, { level: 9 }));

export const packedWasm = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    HELD.map((twin) => {
      const file = new URL(`build/wasm/${twin}/attention.wasm`, ROOT);
      return [twin, pack(readFileSync(file))];
    }),
  );

/**
 * Replaces the modules that contain URLs of other files, and provides the packed WebAssembly modules as
 * `virtual:held-wasm`.
 */
export const heldFiles = (): Plugin => ({
  name: 'attention-lab:held-files',
  apply: 'build',
  enforce: 'pre',
  // Single files contain only WebAssembly modules with training. So imports of Emscripten's script for modules without
  // training (`-core`) resolve to the script of those with training.
  config: () => ({
    resolve: { alias: [{ find: /^#wasm\/(\w+)-core$/, replacement: '#wasm/$1' }] },
  }),
  resolveId: (id) => (id === WASM ? `\0${WASM}` : null),
  load(id) {
    if (id === `\0${WASM}`) return `export default ${JSON.stringify(packedWasm())};`;
    if (!NAMING_FILES.test(id)) return null;
    const isUrl = id.endsWith('wasm-url.ts');
    const code = `export const ${isUrl ? 'wasmUrl' : 'newWorker'} = () => { throw new Error('a single file refers to no other files'); };
      ${isUrl ? 'export const hasModule = () => true;' : ''}`;
    return { code, moduleType: 'js' };
  },
});
