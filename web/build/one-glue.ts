// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const BUILD = new URL('../../build/', import.meta.url);
const GLUE = /^#wasm\/simd(-core)?$/;

/**
 * The path of the glue: the script that Emscripten generates for a WebAssembly build. If the glue of the build
 * `relaxed` is identical, returns its path instead.
 */
export function glueOf(twin: string, name: string): string {
  const [own, first] = [twin, 'relaxed'].map((one) =>
    fileURLToPath(new URL(`wasm/${one}/${name}.js`, BUILD)),
  ) as [string, string];
  return readFileSync(own).equals(readFileSync(first)) ? first : own;
}

/**
 * Makes the two WebAssembly builds (relaxed SIMD and SIMD) share one Emscripten script if their scripts are identical.
 */
export function oneGlue(): Plugin {
  return {
    name: 'attention-lab:one-glue',
    enforce: 'pre',
    apply: 'build',
    resolveId: {
      filter: { id: GLUE },
      handler(id) {
        const [, part = ''] = GLUE.exec(id) ?? [];
        return glueOf('simd', `attention${part}`);
      },
    },
  };
}
