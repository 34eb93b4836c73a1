// SPDX-License-Identifier: MIT
// Builds the site with one more language, for which only files are added, as CONTRIBUTING.md describes.
import { execFile } from 'node:child_process';
import { cp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PSEUDO, pseudoCatalogue, pseudoProse } from './pseudo-locale.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const ENGLISH = /^(.*[./\\])en\.(json|md)$/;

/** @returns the folder of the site, relative to the project's root */
export async function buildPseudoSite(): Promise<string> {
  const folder = 'build/pseudo-site';
  const copy = join(ROOT, folder, 'web');
  await rm(copy, { recursive: true, force: true });
  await cp(join(ROOT, 'web'), copy, { recursive: true });
  // The copied sources import the WebAssembly module from `../build`, so `build` is linked there.
  await rm(join(ROOT, folder, 'build'), { force: true });
  await symlink(join(ROOT, 'build'), join(ROOT, folder, 'build'));
  const sources = join(copy, 'src');
  for (const name of await readdir(sources, { recursive: true })) {
    const [, stem, kind] = ENGLISH.exec(name) ?? [];
    if (stem === undefined) continue;
    const english = await readFile(join(sources, name), 'utf8');
    const text =
      kind === 'md' ? pseudoProse(english) : JSON.stringify(pseudoCatalogue(JSON.parse(english)));
    await writeFile(join(sources, `${stem}${PSEUDO}.${kind}`), text);
  }
  // Vite runs in a separate process, because in a process of Vitest it would build in test mode.
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const options = [
    '--config',
    join(ROOT, 'web/vite.config.ts'),
    '--outDir',
    join(ROOT, folder, 'dist'),
  ];
  const { NODE_ENV: _, ...env } = process.env;
  await promisify(execFile)(process.execPath, [vite, 'build', copy, ...options], { env });
  return `${folder}/dist`;
}
