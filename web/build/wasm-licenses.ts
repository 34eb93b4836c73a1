// SPDX-License-Identifier: MIT
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = fileURLToPath(new URL('../../cpp/licenses', import.meta.url));

/** Copies the licence notices of the code in the WebAssembly module into the folder with the notices of the scripts. */
export const wasmLicenses = (): Plugin => ({
  name: 'attention-lab:wasm-licenses',
  apply: 'build',
  async generateBundle() {
    for (const name of await readdir(FOLDER)) {
      const source = await readFile(join(FOLDER, name), 'utf8');
      this.emitFile({ type: 'asset', fileName: `licenses/${name}`, source });
    }
  },
});
