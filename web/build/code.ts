// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { compileCode } from './compile-code.ts';

const MARK = '\0attention-lab:code:';

/**
 * Makes `import code from './code?excerpts'` return a lesson's `Code`: lines of the C++ library and our own Python
 * programs. The build highlights the code, so the browser does not load a highlighter.
 */
export function code(): Plugin {
  return {
    name: 'attention-lab:code',
    // This plug-in runs before Vite's own plug-ins, which would otherwise resolve `./code` to `./code.ts`.
    enforce: 'pre',
    resolveId: {
      filter: { id: /\?excerpts$/ },
      handler(id, importer) {
        return importer && MARK + resolve(dirname(importer), id.replace(/\?excerpts$/, ''));
      },
    },
    load: {
      filter: { id: /^\0attention-lab:code:/ },
      handler(id) {
        const compiled = compileCode(id.slice(MARK.length), (path) => {
          this.addWatchFile(path);
          return readFileSync(path, 'utf8');
        });
        return { code: `export default ${JSON.stringify(compiled)};`, moduleType: 'js' };
      },
    },
  };
}
