// SPDX-License-Identifier: MIT
import { readFile, stat } from 'node:fs/promises';
import { extname, join, resolve, sep } from 'node:path';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

export interface StaticFile {
  type: string;
  body: Buffer;
  /** Whether the path names a folder but lacks the trailing slash. */
  redirect?: boolean;
}

/** Reads the file at a path below `root`, or index.html of a folder. Returns undefined if there is none. */
export async function readStatic(root: string, path: string): Promise<StaticFile | undefined> {
  const base = resolve(root);
  const target = resolve(base, `./${path}`);
  if (target !== base && !target.startsWith(base + sep)) return undefined;
  const found = await stat(target).catch(() => undefined);
  if (!found) return undefined;
  if (found.isDirectory() && path !== '' && !path.endsWith('/'))
    return { type: '', body: Buffer.alloc(0), redirect: true };
  const file = found.isDirectory() ? join(target, 'index.html') : target;
  const body = await readFile(file).catch(() => undefined);
  return body && { type: TYPES[extname(file)] ?? 'application/octet-stream', body };
}
