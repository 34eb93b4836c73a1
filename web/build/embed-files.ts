// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FOLDER = new URL('../src/embed/', import.meta.url);

/** Files about the element for editors and documentation tools, under the names that these tools expect. */
const FILES = { 'attention-lab.d.ts': 'api.ts', 'custom-elements.json': 'custom-elements.json' };

/** Copies the element's types and its manifest into the folder of its module. */
export const embedFiles = (): Plugin => ({
  name: 'attention-lab:embed-files',
  apply: 'build',
  async generateBundle() {
    for (const [fileName, name] of Object.entries(FILES)) {
      const source = await readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8');
      this.emitFile({ type: 'asset', fileName, source });
    }
  },
});
