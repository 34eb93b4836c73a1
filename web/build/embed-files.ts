// SPDX-License-Identifier: MIT
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { embedManifest } from './embed-manifest.ts';

const FOLDER = new URL('../src/embed/', import.meta.url);

/** The type declarations of the custom element: file name in the npm package → source file in web/src/embed. */
const FILES = {
  'attention-lab.d.ts': 'api.ts',
  'preact.d.ts': 'types/preact.d.ts',
  'react.d.ts': 'types/react.d.ts',
  'svelte.d.ts': 'types/svelte.d.ts',
  'vue.d.ts': 'types/vue.d.ts',
};

/** Vite's manifest: the output files of each module. It is moved to `build`, because only `npm run size` reads it. */
const MANIFEST = '.vite/manifest.json';
const KEPT = new URL('../../build/embed-manifest.json', import.meta.url);

/** Matches `import(` of an address that is computed at run time. */
const BY_ADDRESS = /\bimport\((?=[\w$]+\.href\))/g;
/**
 * Comments that stop bundlers from resolving an import whose address is computed at run time. They are inserted after
 * the build has minified the code, because minification removes comments.
 */
const LEFT_ALONE = '/* @vite-ignore */ /* webpackIgnore: true */ /* turbopackIgnore: true */ ';

/**
 * Adds the custom element's type declarations and manifest to the output, and prepares its module for applications that
 * bundle it again.
 * @param folder  the folder of the module within the output, with a slash at its end
 */
export const embedFiles = (folder = ''): Plugin => ({
  name: 'attention-lab:embed-files',
  apply: 'build',
  generateBundle: {
    order: 'post',
    async handler(_, bundle) {
      const read = (name: string) => readFile(fileURLToPath(new URL(name, FOLDER)), 'utf8');
      const emit = (name: string, source: string) =>
        this.emitFile({ type: 'asset', fileName: folder + name, source });
      for (const [fileName, name] of Object.entries(FILES)) emit(fileName, await read(name));
      const manifest = embedManifest(await read('api.ts'), JSON.parse(await read('styling.json')));
      emit('custom-elements.json', JSON.stringify(manifest, undefined, 2));
      const chunks = Object.values(bundle).filter((output) => output.type === 'chunk');
      const importing = chunks.filter(({ code }) => code.search(BY_ADDRESS) >= 0);
      if (importing.length !== 1) this.error('one file must import the player by its address');
      for (const chunk of importing)
        chunk.code = chunk.code.replaceAll(BY_ADDRESS, `$&${LEFT_ALONE}`);
      const files = bundle[MANIFEST];
      if (files?.type !== 'asset') return;
      await writeFile(KEPT, files.source);
      delete bundle[MANIFEST];
    },
  },
});
