// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import type { Code } from './code-types.ts';
import { type Anchor, cutExcerpt } from './excerpts.ts';
import { pythonLines } from './python-lines.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const MARK = '\0attention-lab:code:';

/**
 * Compiles the code that a lesson's panel shows, from three files: `cpp.json` (a list of `Anchor`), `torch.py` and
 * `numpy.py`.
 * @param folder  the lesson's folder `code/`
 * @param read  reads a file; a caller can pass a function that also records the file as a build dependency
 * @throws Error if a file is missing, or if the text of an anchor or an input is not found
 */
export function compileCode(
  folder: string,
  read = (path: string): string => readFileSync(path, 'utf8'),
): Code {
  const anchors: readonly Anchor[] = JSON.parse(read(join(folder, 'cpp.json')));
  const python = (name: string) => {
    const path = join(folder, name);
    return pythonLines(read(path), relative(ROOT, path));
  };
  return {
    cpp: anchors.map((anchor) => cutExcerpt(read(join(ROOT, anchor.file)), anchor)),
    torch: python('torch.py'),
    numpy: python('numpy.py'),
  };
}

/**
 * Makes `import code from './code?excerpts'` return a lesson's `Code`: lines of the C++ library and our own Python
 * programs. The build highlights the code, so the browser does not load a highlighter.
 */
export function code(): Plugin {
  return {
    name: 'attention-lab:code',
    // This plug-in runs before Vite's own plug-ins, which would otherwise look for a file.
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
