// SPDX-License-Identifier: MIT
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { checkIncludes } from './check-includes.mjs';
import { capture, Failure, ROOT, run, runNode } from './process.mjs';
import { findClangFormat } from './setup/detect.mjs';

const TSCONFIGS = ['tsconfig.json', 'tsconfig.engine.json', 'tools/tsconfig.json'];
const CPP_FOLDERS = ['cpp', 'examples/cpp', 'tests/cpp', 'tests/faults', 'tests/fuzz'];

export const lint = () => runNode('@biomejs/biome', ['ci', '--colors=off', '--error-on-warnings']);

/** Type-checks everything once for every set of global types: page, worker and tools. */
export async function checkTypes() {
  await Promise.all(
    TSCONFIGS.map((config) => runNode('typescript', ['--project', config, '--noEmit'], 'tsc')),
  );
}

/** Holds the C++ sources to .clang-format. */
export async function checkCppLayout() {
  const program = findClangFormat() ?? 'clang-format';
  try {
    await run(program, ['--dry-run', '-Werror', ...cppFiles()]);
  } catch (error) {
    const version = capture(program, ['--version']).match(/\d+/)?.[0];
    if (version === '14' || !(error instanceof Failure)) throw error;
    throw new Failure(
      `${error.message}\nThe layout is that of clang-format 14 (Debian 12); this is ${version}.`,
    );
  }
}

/** Holds the C++ library's layers to their order. */
export const checkCppLayers = async () => checkIncludes(cppFiles());

/** Rewrites sources in place: layout, import order and safe fixes. */
export async function format() {
  await runNode('@biomejs/biome', ['check', '--write']);
  await run(findClangFormat() ?? 'clang-format', ['-i', ...cppFiles()]);
}

function cppFiles() {
  return CPP_FOLDERS.filter((folder) => existsSync(join(ROOT, folder))).flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(cpp|hpp|h)$/.test(name))
      .map((name) => join(folder, name)),
  );
}
