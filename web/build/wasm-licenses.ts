// SPDX-License-Identifier: MIT
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../../cpp/licenses', import.meta.url));

/** Copies the licence notices of the libraries in the WebAssembly module to `<folder>licenses/` of the output. */
export const wasmLicenses = (folder = ''): Plugin => ({
  name: 'attention-lab:wasm-licenses',
  apply: 'build',
  async generateBundle() {
    for (const name of await readdir(FOLDER)) {
      const source = await readFile(join(FOLDER, name), 'utf8');
      this.emitFile({ type: 'asset', fileName: `${folder}licenses/${name}`, source });
    }
  },
});
