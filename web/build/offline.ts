// SPDX-License-Identifier: MIT
import { hash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const WORKER = fileURLToPath(new URL('../src/offline/worker.ts', import.meta.url));
const WORKER_FILE = 'sw.js';
const PAGE = 'index.html';
const MARK = '__OFFLINE__';

type Content = string | Uint8Array;

/**
 * Returns the paths in `start` and the files that they refer to, at any depth. A file counts as referring to another if
 * it contains the other's name.
 * @param files  contents by path
 */
export function reachable(files: ReadonlyMap<string, Content>, start: readonly string[]): string[] {
  const found = new Set(start);
  for (const path of found) {
    const content = files.get(path);
    if (typeof content !== 'string') continue;
    for (const name of files.keys()) if (content.includes(basename(name))) found.add(name);
  }
  return [...found].sort();
}

/** The data for the service worker: the files to cache, and a version, which is a hash of these files. */
export function offlineList(files: ReadonlyMap<string, Content>) {
  const pages = [...files.keys()].filter((path) => path.endsWith(PAGE));
  const wanted = reachable(files, pages).filter((path) => path !== WORKER_FILE);
  const kept = wanted.map((path) => ({
    path,
    digest: hash('sha256', files.get(path) ?? '', 'base64'),
  }));
  const page = pages.find((path) => path !== PAGE) ?? PAGE;
  const entry = /<script type="module"[^>]* src="[./]*([^"]+)"/.exec(`${files.get(page)}`)?.[1];
  if (entry === undefined) throw new Error(`${page} has no entry script`);
  return {
    version: hash('sha256', JSON.stringify(kept)).slice(0, 12),
    entry,
    files: Object.fromEntries(
      // Files outside assets/, such as pages, get no hash, because hosts may modify them. For pages, the worker checks
      // instead whether they contain the URL of this version's entry script.
      kept.map(({ path, digest }) => [path, path.startsWith('assets/') ? `sha256-${digest}` : '']),
    ),
  };
}

function publicFiles(folder: string): Map<string, Content> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return new Map(
    paths
      .filter((path) => statSync(join(folder, path)).isFile())
      .map((path) => [path.replaceAll('\\', '/'), readFileSync(join(folder, path))]),
  );
}

/** Emits the service worker `sw.js`, which contains the list of files of this version. */
export function offline(): Plugin {
  let publicFolder = '';
  return {
    name: 'attention-lab:offline',
    apply: 'build',
    configResolved(config) {
      publicFolder = config.publicDir;
    },
    buildStart() {
      this.emitFile({ type: 'chunk', id: WORKER, fileName: WORKER_FILE });
    },
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const worker = bundle[WORKER_FILE];
        if (worker?.type !== 'chunk') return;
        if (worker.imports.length > 0)
          throw new Error(`${WORKER_FILE} must not import other scripts`);
        const files = publicFiles(publicFolder);
        for (const [path, output] of Object.entries(bundle))
          files.set(path, output.type === 'chunk' ? output.code : output.source);
        const list = JSON.stringify(offlineList(files));
        worker.code = worker.code.replace(MARK, () => list);
      },
    },
  };
}
