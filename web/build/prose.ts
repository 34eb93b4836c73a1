// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type english from '../src/i18n/messages/en.json';
import { compileProse, proseFile } from './compile-prose.ts';

/**
 * Makes `import prose from './text.en.md'` return a `Prose` object, compiled at build time. The browser loads no
 * Markdown parser and no TeX parser.
 */
export function prose(): Plugin {
  let catalogues = '';
  return {
    name: 'attention-lab:prose',
    configResolved({ root }) {
      catalogues = join(root, 'src/i18n/messages');
    },
    transform: {
      filter: { id: proseFile },
      handler(source, id) {
        const language = /\.([A-Za-z-]+)\.md$/.exec(id)?.[1];
        const catalogue = readFileSync(join(catalogues, `${language}.json`), 'utf8');
        const { formula } = (JSON.parse(catalogue) as typeof english).prose;
        const compiled = compileProse(source, relative(process.cwd(), id), formula);
        return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
      },
    },
  };
}
