// SPDX-License-Identifier: MIT
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { ROOT } from '../process.mjs';

export const BENCH = join(ROOT, 'bench');
const BUILT = join(ROOT, 'build/bench-pages');
/**
 * The folder with the script and the WebAssembly module that LiteRT.js loads. LiteRT.js computes their URLs at run
 * time, so a bundler cannot include these files.
 */
const LITERT = join(BENCH, 'node_modules/@litertjs/core/wasm');
/** The Content-Security-Policy of all pages. It allows no library to request anything from another origin. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";
const TYPES = { js: 'text/javascript', wasm: 'application/wasm' };

/** @typedef {import('./peers.mjs').Peer} Peer */

/**
 * Bundles the script of the page of each compared library with Vite.
 * @param {readonly Peer[]} peers
 */
export async function buildPages(peers) {
  await build({
    configFile: false,
    root: BENCH,
    base: './',
    publicDir: false,
    logLevel: 'warn',
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: Object.fromEntries(peers.map(({ id }) => [id, join(BENCH, `page/${id}.mjs`)])),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
}

/**
 * Serves the pages of the compared libraries and the expected outputs while `use` runs.
 * @template T
 * @param {readonly Peer[]} peers
 * @param {ReadonlyMap<string, Uint8Array>} references  the bytes of the expected outputs, by shape
 * @param {(url: string) => Promise<T>} use  receives the server's address
 * @returns {Promise<T>}
 */
export async function withPages(peers, references, use) {
  const server = await preview({
    configFile: false,
    root: BENCH,
    logLevel: 'warn',
    build: { outDir: BUILT },
    plugins: [pages(peers, references)],
    preview: { port: 0, host: '127.0.0.1' },
  });
  try {
    return await use(server.resolvedUrls?.local[0] ?? '');
  } finally {
    await server.close();
  }
}

/**
 * @param {readonly Peer[]} peers
 * @param {ReadonlyMap<string, Uint8Array>} references
 * @returns {import('vite').Plugin}
 */
const pages = (peers, references) => ({
  name: 'bench-pages',
  configurePreviewServer({ middlewares }) {
    middlewares.use((request, response, next) => {
      const { pathname } = new URL(request.url ?? '/', 'http://any');
      const [folder = '', name = ''] = decodeURIComponent(pathname).slice(1).split('/');
      const peer = folder === 'page' && peers.find(({ id }) => id === name);
      const reference = folder === 'reference' && references.get(name);
      const type = Object.entries(TYPES).find(([end]) => name.endsWith(`.${end}`))?.[1];
      if (peer) {
        response.setHeader('Content-Type', 'text/html');
        response.setHeader('Content-Security-Policy', POLICY);
        response.end(page(peer));
      } else if (reference) {
        response.setHeader('Content-Type', 'application/octet-stream');
        response.end(reference);
      } else if (folder === 'litert' && type) {
        response.setHeader('Content-Type', type);
        createReadStream(join(LITERT, name)).on('error', next).pipe(response);
      } else next();
    });
  },
});

/** @param {Peer} peer */
const page = ({ id, name }) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>${name}</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/${id}.js"></script>
  </head>
  <body></body>
</html>
`;
