// SPDX-License-Identifier: MIT
import { relative } from 'node:path';
import type { Plugin } from 'vite';
import { compileProse, proseFile } from './compile-prose.ts';

/**
 * Makes `import prose from './text.en.md'` give a `Prose` module, compiled at build time.
 * No Markdown and no TeX code reaches the browser.
 */
export function prose(): Plugin {
  return {
    name: 'attention-lab:prose',
    transform: {
      filter: { id: proseFile },
      handler(source, id) {
        const compiled = compileProse(source, relative(process.cwd(), id));
        return { code: `export default ${JSON.stringify(compiled)};`, map: null, moduleType: 'js' };
      },
    },
  };
}
