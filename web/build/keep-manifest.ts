// SPDX-License-Identifier: MIT
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';

const MANIFEST = '.vite/manifest.json';

/**
 * Removes Vite's build manifest from the site, because only `npm run size` reads it, and writes it elsewhere.
 * @param file  the path to which the manifest is written
 * @param site  the output folder for which it is written; a build into another folder writes none
 */
export const keepManifest = (file: string, site: string): Plugin => ({
  name: 'attention-lab:keep-manifest',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler({ dir }, bundle) {
      const manifest = bundle[MANIFEST];
      if (manifest?.type !== 'asset') this.error('the build has no manifest');
      delete bundle[MANIFEST];
      if (dir !== site) return;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, manifest.source);
    },
  },
});
