// SPDX-License-Identifier: MIT

import { EngineLoadError, ResponseError } from './errors.ts';
import type { Bindings, Factory } from './glue.ts';
import { supports, type Twin } from './twin.ts';
import { type Part, wasmUrl } from './wasm-url.ts';

export interface LoadedModule {
  bindings: Bindings;
  memory: WebAssembly.Memory;
  /** Creates another instance of the WebAssembly module, in the initial state. */
  renew(): LoadedModule;
}

/** Loads the script that Emscripten generates. The builds `relaxed` and `simd` share one script for each part. */
const GLUE: Readonly<Record<Part, () => Promise<{ readonly default: Factory }>>> = {
  all: () => import('#wasm/all'),
  core: () => import('#wasm/core'),
};

const EMPTY_MODULE = [0, 97, 115, 109, 1, 0, 0, 0];

/**
 * The reason why the engine cannot run here: the platform lacks WebAssembly (`missing`) or its SIMD instructions
 * (`simd`), or a security policy forbids WebAssembly (`policy`). Undefined if the engine can run.
 */
export async function wasmRefusal(): Promise<'missing' | 'policy' | 'simd' | undefined> {
  if (typeof WebAssembly === 'undefined') return 'missing';
  // Some browsers compile a module but refuse to instantiate it, so an empty module is instantiated here.
  return WebAssembly.instantiate(new Uint8Array(EMPTY_MODULE)).then(
    () => (supports('simd') ? undefined : 'simd'),
    () => 'policy' as const,
  );
}

type FileReader = (file: URL) => Promise<Uint8Array<ArrayBuffer>>;
let fileReader: FileReader | undefined;

/** Sets the function that reads `file:` URLs. Only node.ts calls this, because browsers cannot import from Node. */
export function readFilesWith(reader: FileReader): void {
  fileReader = reader;
}

/** Replaces `file:` by the page's origin, because the bundler Turbopack gives `file:` URLs to assets of a server. */
const served = (source: URL): URL =>
  source.protocol === 'file:' && globalThis.location?.protocol.startsWith('http')
    ? new URL(source.pathname, location.href)
    : source;

/** Fetches a file; in Node, reads it from disk. @throws if that fails */
export async function request(source: URL): Promise<Response> {
  if (fileReader && source.protocol === 'file:') return new Response(await fileReader(source));
  const response = await fetch(served(source));
  if (!response.ok) throw new ResponseError(response.status);
  return response;
}

async function compile(source: URL | BufferSource): Promise<WebAssembly.Module> {
  if (!(source instanceof URL)) return WebAssembly.compile(source);
  const response = await request(source);
  // Streaming compilation requires this MIME type without parameters, but some servers send another.
  return response.headers.get('Content-Type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

type Instance = Omit<LoadedModule, 'renew'>;

/** Instantiates the compiled module. Returns a promise if Emscripten's factory does, which depends on its version. */
function make(factory: Factory, compiled: WebAssembly.Module): Instance | Promise<Instance> {
  let memory: WebAssembly.Memory | undefined;
  let failure: unknown;
  let fail: (error: unknown) => void = () => {};
  const made = factory({
    instantiateWasm(imports, receive) {
      try {
        const instance = new WebAssembly.Instance(compiled, imports);
        // wasm-opt renames exports, so the memory is identified by its type.
        const exports = Object.values(instance.exports);
        memory = exports.find((e) => e instanceof WebAssembly.Memory);
        receive(instance, compiled);
        return instance.exports;
      } catch (error) {
        // The error is thrown later. If it were thrown here, Emscripten's factory would only print it, or the factory's
        // promise would never settle.
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
 * Instantiates a compiled module. `renew` creates further instances synchronously, because a call must be able to
 * replace an unusable instance. Chromium allows synchronous instantiation on the main thread for modules of up to 8 MB;
 * ours have less than 0.5 MB. If Emscripten's factory returns a promise (emscripten-core/emscripten#24727), the next
 * instance is created in advance, and `renew` throws until it is ready.
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
 * Loads a build of the WebAssembly module from its default URL, or from `wasm`.
 * @param part  `all`, or `core` without training
 * @throws EngineLoadError if the module cannot be fetched or compiled
 */
export async function loadModule(
  twin: Twin,
  part: Part = 'all',
  wasm?: URL | BufferSource,
): Promise<LoadedModule> {
  let source = wasm;
  try {
    source ??= wasmUrl(twin, part);
    const [glue, compiled] = await Promise.all([GLUE[part](), compile(source)]);
    return await instantiate(glue.default, compiled);
  } catch (cause) {
    throw new EngineLoadError(source instanceof URL ? source.href : `${twin} module`, cause);
  }
}
