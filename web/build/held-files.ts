// SPDX-License-Identifier: MIT
// Prepares builds whose output is one file: an HTML page, or a script for notebooks. The file contains the WebAssembly
// module and refers to no other file. In names, "held" means contained in this file.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateSync } from 'node:zlib';
import type { Plugin } from 'vite';
import { encode } from '../src/embed/single/ascii85.ts';

const ROOT = new URL('../../', import.meta.url);
/** Matches the paths of modules that contain URLs of other files. */
const NAMING_FILES = /\/(?:engine\/(?:wasm|tales)-url|lessons\/[\w-]+\/new-worker)\.ts$/;
const WASM = 'virtual:held-wasm';
const TALES = 'virtual:held-tales';
const UNPACK = fileURLToPath(new URL('web/src/embed/single/unpack.ts', ROOT));

export const pack = (content: string | Uint8Array): string =>
  encode(deflateSync(content, { level: 9 }));

/** The packed WebAssembly module with training, in the build that every supported browser can run. */
export const packedWasm = (): string =>
  pack(readFileSync(new URL('build/wasm/simd/attention.wasm', ROOT)));

const packedTales = (): string =>
  pack(readFileSync(new URL('web/src/engine/tales/model.safetensors', ROOT)));

/**
 * Replaces the modules that contain URLs of other files, and provides the packed WebAssembly module and the packed
 * language model as `virtual:held-wasm` and `virtual:held-tales`.
 */
export const heldFiles = (): Plugin => ({
  name: 'attention-lab:held-files',
  apply: 'build',
  enforce: 'pre',
  // The file contains one WebAssembly module, so imports of the module without training lead to it, too.
  config: () => ({ resolve: { alias: { '#wasm/core': '#wasm/all' } } }),
  resolveId: (id) => (id === WASM || id === TALES ? `\0${id}` : null),
  load(id) {
    if (id === `\0${WASM}`) return `export default ${JSON.stringify(packedWasm())};`;
    if (id === `\0${TALES}`) return `export default ${JSON.stringify(packedTales())};`;
    if (!NAMING_FILES.test(id)) return null;
    if (id.endsWith('tales-url.ts')) {
      const code = `import packed from '${TALES}';
        import { inflated } from ${JSON.stringify(UNPACK)};
        export const talesFile = async () => new Uint8Array(await inflated(packed).arrayBuffer());`;
      return { code, moduleType: 'js' };
    }
    const isUrl = id.endsWith('wasm-url.ts');
    const code = `export const ${isUrl ? 'wasmUrl' : 'newWorker'} = () => { throw new Error('a single file refers to no other files'); };
      ${isUrl ? 'export const hasModule = () => true;' : ''}`;
    return { code, moduleType: 'js' };
  },
});
