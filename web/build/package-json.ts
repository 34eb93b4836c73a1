// SPDX-License-Identifier: MIT
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The fields of package.json that the npm package keeps. */
const FIELDS = [
  'name',
  'version',
  'description',
  'license',
  'type',
  'exports',
  'customElements',
  'engines',
];

/**
 * Writes package.json, README and licence of the npm package.
 * @param folder  the package's folder
 */
export const packageJson = (folder: string): Plugin => ({
  name: 'attention-lab:package-json',
  apply: 'build',
  async writeBundle() {
    const all = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    const kept = {
      ...Object.fromEntries(FIELDS.map((name) => [name, all[name]])),
      files: ['dist'],
    };
    await writeFile(join(folder, 'package.json'), `${JSON.stringify(kept, null, 2)}\n`);
    await copyFile(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
    await copyFile(join(ROOT, 'web/src/embed/package.md'), join(folder, 'README.md'));
  },
});
