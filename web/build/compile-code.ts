// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Code } from './code-types.ts';
import { type Anchor, cutExcerpt } from './excerpts.ts';
import { pythonLines } from './python-lines.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

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
