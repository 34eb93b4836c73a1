// SPDX-License-Identifier: MIT
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Plugin } from 'vite';
import type english from '../src/i18n/messages/en.json';
import { compileProse, proseFile } from './compile-prose.ts';

/**
 * Makes `import prose from './text.en.md'` return a `Prose` object. It is compiled at build time, so the browser loads
 * no Markdown or TeX parser. The module also exports `messages`, the catalogue of messages in the same folder, so that
 * one request loads both.
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
        const messages = `messages.${language}.json`;
        const code = [
          `export default ${JSON.stringify(compiled)};`,
          ...(existsSync(join(dirname(id), messages))
            ? [`export { default as messages } from ${JSON.stringify(`./${messages}`)};`]
            : []),
        ];
        return { code: code.join('\n'), map: null, moduleType: 'js' };
      },
    },
  };
}
