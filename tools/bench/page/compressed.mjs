// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../../process.mjs';

const TYPES = {
  js: 'text/javascript',
  css: 'text/css',
  html: 'text/html',
  wasm: 'application/wasm',
};

/** The path of the script that `compressed` adds. */
export const WATCH = '/bench-watch.js';

/**
 * A plugin that compresses the built site with Brotli, as hosts do, because Vite's preview server does not compress.
 * @param {string} [script]  added to the site's page in front of its other scripts
 * @returns {import('vite').Plugin}
 */
export function compressed(script) {
  const contentOf = async (/** @type {string} */ file) => {
    if (script && file === WATCH) return Buffer.from(script);
    const content = await readFile(join(ROOT, 'dist', file));
    if (!script || !file.endsWith('/index.html')) return content;
    return Buffer.from(`${content}`.replace('<head>', `$&<script src="${WATCH}"></script>`));
  };
  /** @type {Map<string, Promise<Buffer>>} */
  const made = new Map();
  return {
    name: 'compressed',
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const path = new URL(request.url ?? '/', 'http://any').pathname;
        const file = path.endsWith('/') ? `${path}index.html` : path;
        const type = Object.entries(TYPES).find(([end]) => file.endsWith(`.${end}`))?.[1];
        if (!type) return next();
        const body = made.get(file) ?? contentOf(file).then(brotliCompressSync);
        made.set(file, body);
        const content = await body.catch(() => undefined);
        if (!content) return next();
        response.setHeader('Content-Type', type);
        response.setHeader('Content-Encoding', 'br');
        response.setHeader('Content-Length', content.length);
        response.end(content);
      });
    },
  };
}
