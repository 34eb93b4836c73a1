// SPDX-License-Identifier: MIT
// Prepares builds of single files: one HTML file that contains the WebAssembly module and refers to no other file.
// In names, "held" means contained in this file.
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { encode } from '../src/embed/single/ascii85.ts';

const ROOT = new URL('../../', import.meta.url);
/** Matches the paths of modules that contain URLs of other files. */
const NAMING_FILES = /\/(?:engine\/wasm-url|lessons\/[\w-]+\/new-worker)\.ts$/;
const WASM = 'virtual:held-wasm';

export const pack = (content: string | Uint8Array): string =>
  encode(deflateSync(content, { level: 9 }));

/** The module with training, in the build that every supported browser can run. */
export const packedWasm = (): string =>
  pack(readFileSync(new URL('build/wasm/simd/attention.wasm', ROOT)));

/**
 * Replaces the modules that contain URLs of other files, and provides the packed WebAssembly module as
 * `virtual:held-wasm`.
 */
export const heldFiles = (): Plugin => ({
  name: 'attention-lab:held-files',
  apply: 'build',
  enforce: 'pre',
  // All imports of Emscripten's scripts resolve to the script of the only WebAssembly module in the file.
  config: () => ({
    resolve: { alias: [{ find: /^#wasm\/[\w-]+$/, replacement: '#wasm/simd' }] },
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
