// SPDX-License-Identifier: MIT
import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { offlineList } from '../../../web/build/offline.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A copy of the built site that can be replaced by a newer version of itself, as by a host. */
export interface SiteCopy {
  /** Below the project's folder. */
  readonly folder: string;
  /**
   * Replaces all files at once: the new version has other words, and all its scripts have other
   * names. What only the old version had is gone.
   */
  replace(words: Record<string, string>): Promise<void>;
}

/** @param name  of its folder below `build/` */
export async function copySite(name: string): Promise<SiteCopy> {
  const folder = `build/${name}`;
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
  const files = new Map<string, string | Buffer>();
  for (const path of paths) {
    const content = await readFile(join(folder, path));
    const isText = /\.(js|html|css)$/.test(path);
    files.set(renamed(path), isText ? renewed(`${content}`, paths, words) : content);
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

const renamed = (path: string) => (SCRIPT.test(path) ? path.replace(/\.js$/, '.next.js') : path);

function renewed(text: string, paths: readonly string[], words: Record<string, string>): string {
  let result = text;
  for (const path of paths.filter((one) => SCRIPT.test(one))) {
    const name = path.slice('assets/'.length);
    result = result.replaceAll(name, renamed(path).slice('assets/'.length));
  }
  for (const [from, to] of Object.entries(words)) result = result.replaceAll(from, to);
  return result;
}
