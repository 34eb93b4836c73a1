// SPDX-License-Identifier: MIT
// Checks that the C++ library includes only headers of the same or a lower layer (from the top: cpp/lab, cpp/attention,
// cpp/simd), and that public headers include only public headers.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, ROOT } from './process.mjs';

const LIBRARY = ['lab/', 'attention/', 'simd/'];
/** For the sources of each folder, the prefixes of the headers that they may include besides system headers. */
const MAY_INCLUDE = {
  'cpp/simd/': ['simd/', 'hwy/'],
  'cpp/attention/': ['attention/', 'simd/', 'Eigen/', 'emscripten/'],
  'cpp/lab/': [...LIBRARY, 'Eigen/'],
  'cpp/bindings/': ['bindings/', ...LIBRARY, 'emscripten/'],
  'cpp/bench/': ['bench/', ...LIBRARY, 'benchmark/', 'hwy/'],
};

/**
 * Matches the public headers. The headers in cpp/attention/detail are not installed, so public headers must not include
 * them.
 */
const PUBLIC = /^cpp\/attention\/\w+\.hpp$/;

/** Matches the headers of C, C++ and POSIX, whose names contain no folder: <span>, <unistd.h>. */
const SYSTEM = /^\w+(\.h)?$/;

/**
 * The includes of a source file that MAY_INCLUDE does not allow for its folder.
 * @param {string} file  path relative to the root of the repository, with slashes
 * @param {string} text  the contents of the file
 * @returns {string[]}  one message for each such include
 */
export function wrongIncludes(file, text) {
  const rule = Object.entries(MAY_INCLUDE).find(([folder]) => file.startsWith(folder));
  if (!rule) return [];
  const [folder, allowed] = rule;
  const isPrivate = (/** @type {string} */ header) =>
    PUBLIC.test(file) && header.startsWith('attention/detail/');
  return [...text.matchAll(/^[ \t]*#[ \t]*include[ \t]*["<](.+)[">]/gm)]
    .map(([, header = '']) => header)
    .filter((header) => !SYSTEM.test(header))
    .filter((header) => isPrivate(header) || !allowed.some((start) => header.startsWith(start)))
    .map((header) =>
      isPrivate(header)
        ? `${file} includes ${header}; cpp/attention/*.hpp may include no header of detail`
        : `${file} includes ${header}; ${folder} may include ${allowed.join(', ')}`,
    );
}

/** @param {string[]} files @throws {Failure} that lists the includes that are not allowed */
export function checkIncludes(files) {
  const wrong = files.flatMap((file) =>
    wrongIncludes(file, readFileSync(join(ROOT, file), 'utf8')),
  );
  if (wrong.length > 0) throw new Failure(wrong.join('\n'));
}
