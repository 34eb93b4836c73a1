// SPDX-License-Identifier: MIT
// Measures the npm package: the size of its tarball, and the size of an application's bundle that contains the engine.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'vite';
import { PACKAGE } from './build.mjs';
import { capture, Failure, ROOT } from './process.mjs';

/** The size of the package's tarball in bytes. */
export function tarballSize() {
  const told = capture('npm', ['pack', PACKAGE, '--dry-run', '--json', '--silent']);
  if (told === '') throw new Failure('no package found; run npm run package');
  return /** @type {number} */ (JSON.parse(told)[0].size);
}

const PROGRAM = `import { createEngine } from ${JSON.stringify(join(PACKAGE, 'dist/engine/index.js'))};
globalThis.engine = createEngine({ training: false });`;

/**
 * The Brotli-compressed size in bytes of an application that uses only the engine: its scripts and the WebAssembly
 * module.
 */
export async function engineSize() {
  const folder = join(ROOT, 'build/engine-bundle');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'app.js'), PROGRAM);
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: { input: join(folder, 'app.js') },
    },
  });
  const output = [built].flat().flatMap((one) => ('output' in one ? one.output : []));
  const [entry] = output.filter((one) => one.type === 'chunk' && one.isEntry);
  const loaded = new Set(entry?.type === 'chunk' ? [entry.fileName, ...entry.imports] : []);
  const isLoaded = (/** @type {string} */ name) =>
    loaded.has(name) || /\/attention-core-[\w-]+\.(?:js|wasm)$/.test(name);
  const parts = output.filter(({ fileName }) => isLoaded(fileName));
  if (parts.length < 3)
    throw new Failure('the bundle must contain a script, Emscripten’s script and a module');
  return parts
    .map((one) => brotliCompressSync(one.type === 'chunk' ? one.code : one.source).length)
    .reduce((sum, size) => sum + size, 0);
}
