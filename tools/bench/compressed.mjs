// SPDX-License-Identifier: MIT
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { ROOT } from '../process.mjs';

/** @type {Record<string, string>} */
const TYPES = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.wasm': 'application/wasm',
};

/**
 * A plugin that compresses the built site with Brotli, as hosts do. Vite's preview server compresses no WebAssembly.
 * @returns {import('vite').Plugin}
 */
export function compressed() {
  /** @type {Map<string, Promise<Buffer>>} */
  const made = new Map();
  return {
    name: 'compressed',
    configurePreviewServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const file = new URL(request.url ?? '/', 'http://any').pathname.replace(
          /\/$/,
          '/index.html',
        );
        const type = TYPES[extname(file)];
        if (!type) return next();
        const body = made.get(file) ?? readFile(join(ROOT, 'dist', file)).then(brotliCompressSync);
        made.set(file, body);
        const content = await body.catch(() => undefined);
        if (!content) return next();
        response.setHeader('Content-Type', type);
        response.setHeader('Content-Encoding', 'br');
        response.end(content);
      });
    },
  };
}
