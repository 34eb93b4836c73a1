// SPDX-License-Identifier: MIT
// The direction of the C++ library's includes: simd ← attention ← lab.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from './process.mjs';

/** Folders that the sources of a folder may include, beside the system's headers. */
const MAY_INCLUDE = {
  'cpp/simd/': ['simd/', 'hwy/'],
  'cpp/attention/': ['attention/', 'simd/', 'Eigen/', 'Random123/', 'emscripten/'],
  'cpp/lab/': ['lab/', 'attention/', 'simd/', 'Eigen/', 'Random123/'],
};

/** The headers of C, C++ and POSIX are in no folder: <span>, <unistd.h>. */
const SYSTEM = /^\w+(\.h)?$/;

/**
 * The includes of a source that its folder may not have.
 * @param {string} file  from the top of the repository, with slashes
 * @param {string} text
 * @returns {string[]}  one message for each
 */
export function wrongIncludes(file, text) {
  const rule = Object.entries(MAY_INCLUDE).find(([folder]) => file.startsWith(folder));
  if (!rule) return [];
  const [folder, allowed] = rule;
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<](.+)[">]/gm)]
    .map(([, header = '']) => header)
    .filter((header) => !SYSTEM.test(header) && !allowed.some((start) => header.startsWith(start)))
    .map((header) => `${file} includes ${header}; ${folder} may include ${allowed.join(', ')}`);
}

/** @param {string[]} files @throws {Failure} naming every include that points the wrong way */
export function checkIncludes(files) {
  const wrong = files.flatMap((file) =>
    wrongIncludes(file, readFileSync(join(ROOT, file), 'utf8')),
  );
  if (wrong.length > 0) throw new Failure(wrong.join('\n'));
}
