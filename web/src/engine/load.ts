// SPDX-License-Identifier: MIT
import type { Bindings } from '#wasm/simd';
import { EngineLoadError } from './errors.ts';
import type { Twin } from './twin.ts';
import { wasmUrl } from './wasm-url.ts';

export interface LoadedModule {
  bindings: Bindings;
  memory: WebAssembly.Memory;
}

/** The smallest module that uses 128-bit SIMD: (func (result v128) i32.const 0, i8x16.splat). */
const SIMD_PROBE = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 8, 1, 6, 0, 65, 0, 253, 15,
  11,
]);

/** Whether this platform takes 128-bit WebAssembly SIMD. */
export const supportsSimd = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(SIMD_PROBE);

/** The smallest module that there is: its header. */
const EMPTY = new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]);

/** Why no module at all runs here: there is no WebAssembly, or a policy forbids it. Undefined where one would. */
export async function wasmRefusal(): Promise<'missing' | 'policy' | undefined> {
  if (typeof WebAssembly === 'undefined') return 'missing';
  // Some engines compile what they then refuse to instantiate.
  return WebAssembly.instantiate(EMPTY).then(
    () => undefined,
    () => 'policy' as const,
  );
}

async function compile(source: URL | BufferSource): Promise<WebAssembly.Module> {
  if (!(source instanceof URL)) return WebAssembly.compile(source);
  if (source.protocol === 'file:') {
    const { readFile } = await import(/* @vite-ignore */ 'node:fs/promises');
    return WebAssembly.compile(await readFile(source));
  }
  const response = await fetch(source);
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  // Streaming compilation insists on the bare MIME type, which some hosts get wrong.
  return response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

/**
 * Loads one twin from its own place, or from `wasm` given as bytes or as an address.
 * @throws EngineLoadError
 */
export async function loadModule(twin: Twin, wasm?: URL | BufferSource): Promise<LoadedModule> {
  const source = wasm ?? wasmUrl(twin);
  try {
    const [glue, compiled] = await Promise.all([
      twin === 'simd' ? import('#wasm/simd') : import('#wasm/scalar'),
      compile(source),
    ]);
    return await new Promise((resolve, reject) => {
      let memory: WebAssembly.Memory | undefined;
      glue
        .default({
          instantiateWasm(imports, receive) {
            WebAssembly.instantiate(compiled, imports)
              .then((instance) => {
                // The optimiser renames exports, so the memory is known by its type.
                const exports = Object.values(instance.exports);
                memory = exports.find((e) => e instanceof WebAssembly.Memory);
                receive(instance, compiled);
              })
              .catch(reject);
            return {};
          },
        })
        .then((bindings) => {
          if (memory === undefined) throw new Error('the module exports no memory');
          resolve({ bindings, memory });
        })
        .catch(reject);
    });
  } catch (cause) {
    throw new EngineLoadError(source instanceof URL ? source.href : `${twin} module`, cause);
  }
}
