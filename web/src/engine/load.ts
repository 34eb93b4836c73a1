// SPDX-License-Identifier: MIT
import type { Bindings, Factory } from '#wasm/simd';
import { EngineLoadError } from './errors.ts';
import { PROBES, type Twin } from './twin.ts';
import { wasmUrl } from './wasm-url.ts';

/** One instance of the module. */
export interface LoadedModule {
  bindings: Bindings;
  memory: WebAssembly.Memory;
  /** Another instance of the same module, in its first state. */
  renew(): LoadedModule;
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

type Instance = Omit<LoadedModule, 'renew'>;

/** Instantiates the module synchronously. */
function make(factory: Factory, compiled: WebAssembly.Module): Instance | Promise<Instance> {
  let memory: WebAssembly.Memory | undefined;
  let failure: unknown;
  let fail: (error: unknown) => void = () => {};
  const made = factory({
    instantiateWasm(imports, receive) {
      try {
        const instance = new WebAssembly.Instance(compiled, imports);
        // The optimiser renames exports, so the memory is known by its type.
        const exports = Object.values(instance.exports);
        memory = exports.find((e) => e instanceof WebAssembly.Memory);
        receive(instance, compiled);
        return instance.exports;
      } catch (error) {
        // Without this, Emscripten's factory only prints the error, or its promise never settles.
        failure = error;
        fail(error);
        return {};
      }
    },
  });
  const instanceOf = (bindings: Bindings): Instance => {
    if (failure !== undefined) throw failure;
    if (memory === undefined) throw new Error('the module exports no memory');
    return { bindings, memory };
  };
  if (!(made instanceof Promise)) return instanceOf(made);
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
    if (failure !== undefined) reject(failure);
  });
  return Promise.race([made, failed]).then(instanceOf);
}

/**
 * An instance of a compiled module that can be replaced within a call. Chromium instantiates modules of up to 8 MB
 * synchronously on a page's main thread; this one has 0.25 MB. The factories of Emscripten 4 and later return a
 * promise (emscripten-core/emscripten#24727): with those the next instance is made ahead.
 */
export async function instantiate(
  factory: Factory,
  compiled: WebAssembly.Module,
): Promise<LoadedModule> {
  const first = make(factory, compiled);
  if (!(first instanceof Promise)) {
    const renew = (): LoadedModule => ({ ...(make(factory, compiled) as Instance), renew });
    return { ...first, renew };
  }
  let next: Instance | undefined;
  const prepare = async () => {
    next = await make(factory, compiled);
  };
  const renew = (): LoadedModule => {
    if (next === undefined) throw new Error('the next instance is not ready yet');
    const renewed = { ...next, renew };
    next = undefined;
    void prepare();
    return renewed;
  };
  const loaded = { ...(await first), renew };
  await prepare();
  return loaded;
}

/**
 * Loads one twin from its own place, or from `wasm` given as bytes or as an address.
 * @throws EngineLoadError
 */
export async function loadModule(twin: Twin, wasm?: URL | BufferSource): Promise<LoadedModule> {
  const source = wasm ?? wasmUrl(twin);
  try {
    const [glue, compiled] = await Promise.all([GLUE[twin](), compile(source)]);
    return await instantiate(glue.default, compiled);
  } catch (cause) {
    throw new EngineLoadError(source instanceof URL ? source.href : `${twin} module`, cause);
  }
}
