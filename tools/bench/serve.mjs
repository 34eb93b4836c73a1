// SPDX-License-Identifier: MIT
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, preview } from 'vite';
import { ROOT } from '../process.mjs';

export const BENCH = join(ROOT, 'bench');
const BUILT = join(ROOT, 'build/bench-pages');
/** The files that LiteRT.js loads. A bundler cannot include them, because their addresses are computed at run time. */
const LITERT = join(BENCH, 'node_modules/@litertjs/core/wasm');
/** The Content-Security-Policy of all pages. It blocks requests to other origins. */
const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'";

/** @typedef {import('./peers.mjs').Peer} Peer */

/** @param {Peer} peer */
export const scriptOf = ({ id, script = id }) => script;

/**
 * Writes the page of each compared library, and the expected outputs.
 * @param {readonly Peer[]} peers
 * @param {ReadonlyMap<string, Float32Array>} references  the expected outputs, by shape
 */
export async function buildPages(peers, references) {
  await build({
    configFile: false,
    root: BENCH,
    base: './',
    publicDir: peers.some(({ id }) => id === 'litert') ? LITERT : false,
    logLevel: 'warn',
    build: {
      outDir: BUILT,
      emptyOutDir: true,
      target: 'es2022',
      assetsInlineLimit: 0,
      modulePreload: false,
      chunkSizeWarningLimit: 4096,
      rolldownOptions: {
        input: Object.fromEntries(
          peers.map(scriptOf).map((script) => [script, join(BENCH, `page/${script}.mjs`)]),
        ),
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  for (const peer of peers)
    writeFileSync(
      join(BUILT, `${peer.id}.html`),
      `<!doctype html><title>${peer.name}</title><link rel="icon" href="data:,"><script type="module" src="/${scriptOf(peer)}.js"></script>`,
    );
  mkdirSync(join(BUILT, 'reference'));
  for (const [shape, { buffer }] of references)
    writeFileSync(join(BUILT, 'reference', shape), new Uint8Array(buffer));
}

export const servePages = () =>
  preview({
    configFile: false,
    root: BENCH,
    logLevel: 'warn',
    build: { outDir: BUILT },
    preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': POLICY } },
  });
