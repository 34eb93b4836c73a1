// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Code } from './code-types.ts';
import { type Anchor, cutExcerpt } from './excerpts.ts';
import { pythonLines } from './python-lines.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Compiles a lesson's folder `code/`: `cpp.json` (a list of `Anchor`), `torch.py` and `numpy.py`.
 * @param read  reads a file, and can record it as a dependency
 * @throws Error for a missing file, anchor or input
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
