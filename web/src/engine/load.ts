// SPDX-License-Identifier: MIT
import type { Bindings } from '#wasm/simd';
import { EngineLoadError } from './errors.ts';
import { PROBES, type Twin } from './twin.ts';
import { wasmUrl } from './wasm-url.ts';

export interface LoadedModule {
  bindings: Bindings;
  memory: WebAssembly.Memory;
}

const GLUE = {
  relaxed: () => import('#wasm/relaxed'),
  simd: () => import('#wasm/simd'),
  scalar: () => import('#wasm/scalar'),
};

/** Why no module at all runs here: there is no WebAssembly, or a policy forbids it. Undefined where one would. */
export async function wasmRefusal(): Promise<'missing' | 'policy' | undefined> {
  if (typeof WebAssembly === 'undefined') return 'missing';
  // Some engines compile what they then refuse to instantiate.
  return WebAssembly.instantiate(new Uint8Array(PROBES.scalar)).then(
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
    const [glue, compiled] = await Promise.all([GLUE[twin](), compile(source)]);
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
