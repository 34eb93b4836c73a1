// SPDX-License-Identifier: MIT
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offlineList } from '../../../web/build/offline.ts';
import { ownFolder } from './own-folder.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of the built site that a test can replace with a newer version, as a deployment would. */
export interface SiteCopy {
  /** The folder of the copy, relative to the project's root. */
  readonly folder: string;
  /**
   * Replaces the copy with a new version: each key of `words` is replaced by its value in all texts, and every
   * script gets another content hash. Files with the old names no longer exist.
   */
  replace(words: Record<string, string>): Promise<void>;
}

/**
 * Copies the built site.
 * @param name  the name of the copy's folder ({@link ownFolder})
 */
export async function copySite(name: string): Promise<SiteCopy> {
  const folder = ownFolder(name);
  await rm(join(ROOT, folder), { recursive: true, force: true });
  await cp(join(ROOT, 'dist'), join(ROOT, folder), { recursive: true });
  return { folder, replace: (words) => replace(join(ROOT, folder), words) };
}

async function replace(folder: string, words: Record<string, string>): Promise<void> {
  const next = `${folder}.next`;
  await rm(next, { recursive: true, force: true });
  const paths = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const scripts = new Set(paths.filter((path) => SCRIPT.test(path)));
  const files = new Map<string, string | Buffer>();
  for (const path of paths) {
    const content = await readFile(join(folder, path));
    const isText = /\.(js|html|css)$/.test(path);
    files.set(renamed(path), isText ? renewed(`${content}`, scripts, words) : content);
  }
  const worker = `${files.get('sw.js')}`;
  const list = JSON.stringify(offlineList(files));
  files.set(
    'sw.js',
    worker.replace(/\{"version":".*?\}\}/, () => list),
  );
  for (const [path, content] of files) {
    await mkdir(join(next, path, '..'), { recursive: true });
    await writeFile(join(next, path), content);
  }
  await rm(folder, { recursive: true });
  await rename(next, folder);
}

const SCRIPT = /^assets\/.*\.js$/;

/** For the path of a script, the path with its content hash reversed; for another path, the path itself. */
const renamed = (path: string) =>
  SCRIPT.test(path)
    ? path.replace(/(?<=-)[\w-]{8}(?=\.js$)/, (hash) => [...hash].reverse().join(''))
    : path;

/** The text with the new names of the scripts, and with `words` replaced. */
function renewed(
  text: string,
  scripts: ReadonlySet<string>,
  words: Record<string, string>,
): string {
  const result = text.replace(/[\w.-]+\.js\b/g, (name) =>
    scripts.has(`assets/${name}`) ? renamed(`assets/${name}`).slice('assets/'.length) : name,
  );
  return Object.entries(words).reduce((all, [from, to]) => all.replaceAll(from, to), result);
}
