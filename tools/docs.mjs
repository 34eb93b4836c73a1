// SPDX-License-Identifier: MIT
// `npm run docs`: generates the API reference of the C++ library in build/docs with Doxygen.
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ROOT, run } from './process.mjs';

const FOLDER = join(ROOT, 'build/docs');

/** Fails at any Doxygen warning, such as for a public member without a comment. */
export async function buildReference() {
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  await run('doxygen', ['docs/Doxyfile']);
  console.log(pathToFileURL(join(FOLDER, 'index.html')).href);
}
