// SPDX-License-Identifier: MIT
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createEngine,
  Engine,
  EngineLoadError,
  supports,
  wasmRefusal,
} from '../../web/src/engine/index.ts';
import { instantiate } from '../../web/src/engine/load.ts';
import { PROBES, type Twin } from '../../web/src/engine/twin.ts';
import { wasmUrl } from '../../web/src/engine/wasm-url.ts';
import { SAMPLE, TWINS, wasmBytes } from './support.ts';

const expectWorking = (engine: Engine) =>
  expect(engine.kernelRegression({ ...SAMPLE, precision: 'float32' }).prediction.data).toEqual(
    Float32Array.of(45.5),
  );

async function refusalOf(engine: Promise<Engine>): Promise<EngineLoadError> {
  const thrown = await engine.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(EngineLoadError);
  return thrown as EngineLoadError;
}

describe.each(TWINS)('loading, %s', (twin) => {
  it.each([
    ['the default place', {}],
    ['bytes', { wasm: wasmBytes(twin) }],
    ['an ArrayBuffer', { wasm: wasmBytes(twin).buffer }],
    ['a file URL', { wasm: wasmUrl(twin) }],
  ])('from %s', async (_, options) => {
    const engine = await createEngine({ simd: twin, ...options });
    expect(engine.twin).toBe(twin);
    expectWorking(engine);
  });

  it('without training, which a second engine adds', async () => {
    const engine = await createEngine({ simd: twin, training: false });
    const model = {
      precision: 'float32',
      vocabulary: 2,
      optimizer: 'sgd',
      learningRate: 1,
    } as const;
    // The first call of the instance fails, because this module is built without training.
    expect(() => engine.newLanguageModel(model)).toThrow(
      'training: expected an engine with training: await engine.withTraining(), got false',
    );
    const x = { shape: [1], data: [0] };
    expect(() => engine.gelu({ precision: 'float32', x })).toThrow('training: expected an engine');
    expectWorking(engine);
    expect(engine.canTrain).toBe(false);
    const other = await engine.withTraining();
    expect(other).toBe(await engine.withTraining());
    expect([other.twin, other.canTrain]).toEqual([twin, true]);
    expect(await other.withTraining()).toBe(other);
    other.newLanguageModel(model).release();
  });
});

describe('auto', () => {
  /**
   * Mocks a device that does not support these WebAssembly builds: WebAssembly.validate rejects the small modules that
   * test for their features, and validates other modules as usual.
   */
  const refuseProbes = (...twins: readonly Twin[]) => {
    const { validate } = WebAssembly;
    const refused = twins.map((twin) => `${PROBES[twin]}`);
    vi.spyOn(WebAssembly, 'validate').mockImplementation(
      (bytes) => !refused.includes(`${bytes}`) && validate(bytes),
    );
  };

  it.each([
    ['relaxed', []],
    ['simd', ['relaxed']],
    ['simd', TWINS],
  ] as const)('loads the %s build if the platform rejects %j', async (twin, refused) => {
    refuseProbes(...refused);
    const engine = await createEngine();
    expect(engine.twin).toBe(twin);
    expectWorking(engine);
  });

  it('loads a given module as the simd build', async () => {
    const engine = await createEngine({ wasm: wasmUrl('simd') });
    expect(engine.twin).toBe('simd');
    expectWorking(engine);
  });

  it.each([
    ['simd', [0xff]],
    // In drafts of the standard, f32x4.relaxed_madd had this opcode. The final standard does not define it.
    ['relaxed', [0xaf, 0x01]],
  ] as const)('probes with a module that is valid except for what %s needs', (twin, opcode) => {
    expect(supports(twin)).toBe(true);
    const probe = new Uint8Array(PROBES[twin]);
    probe.set(opcode, probe.length - 1 - opcode.length);
    expect(WebAssembly.validate(probe)).toBe(false);
  });
});

describe('over HTTP', () => {
  let server: Server;
  let base: string;

  // The name of the requested file selects the MIME type, for example wrong.wasm → text/plain.
  beforeAll(async () => {
    const types: Record<string, string> = {
      right: 'application/wasm',
      capital: 'Application/Wasm',
      'with-parameter': 'application/wasm; charset=utf-8',
      wrong: 'text/plain',
    };
    server = createServer((request, response) => {
      const name = /([\w-]+)\.wasm$/.exec(request.url ?? '')?.[1] ?? '';
      if (name === 'none') return response.writeHead(200).end(wasmBytes('simd'));
      const type = types[name];
      if (type === undefined) return response.writeHead(404).end('not here');
      return response.writeHead(200, { 'Content-Type': type }).end(wasmBytes('simd'));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/some/course/`;
  });
  afterAll(() => new Promise((closed) => server.close(closed)));

  const load = (name: string) =>
    createEngine({ simd: 'simd', wasm: new URL(`${name}.wasm`, base) });

  it('compiles while streaming if the MIME type is right', async () => {
    const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
    expectWorking(await load('right'));
    expect(streaming).toHaveBeenCalledOnce();
  });

  it.each(['wrong', 'capital', 'with-parameter', 'none'])(
    'compiles the whole file with the MIME type %s',
    async (name) => {
      const streaming = vi.spyOn(WebAssembly, 'compileStreaming');
      expectWorking(await load(name));
      expect(streaming).not.toHaveBeenCalled();
    },
  );

  it('a missing file is an EngineLoadError with its address', async () => {
    const error = await refusalOf(load('absent'));
    expect(error.url).toBe(`${base}absent.wasm`);
    expect(error.message).toBe(`${base}absent.wasm: HTTP 404`);
  });

  it('a host that does not answer is an EngineLoadError with its address', async () => {
    const url = new URL('http://127.0.0.1:9/attention.wasm');
    const error = await refusalOf(createEngine({ wasm: url }));
    expect(error.url).toBe(url.href);
    expect(error.cause).toBeInstanceOf(Error);
  });
});

describe('files that are not the module', () => {
  const empty = [0, 97, 115, 109, 1, 0, 0, 0];
  it.each([
    ['garbage', Uint8Array.of(1, 2, 3, 4)],
    ['half a module', wasmBytes('simd').subarray(0, 10_000)],
    ['another module', Uint8Array.from(empty)],
    // A module that imports a function y from x. In the text format: (module (import "x" "y" (func)))
    [
      'a module that needs other imports',
      Uint8Array.of(...empty, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 120, 1, 121, 0, 0),
    ],
  ])('%s is an EngineLoadError with the platform’s reason', async (_, wasm) => {
    const error = await refusalOf(createEngine({ simd: 'simd', wasm }));
    expect([error.name, error.url]).toEqual(['EngineLoadError', 'simd module']);
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('a missing file is an EngineLoadError', async () => {
    const wasm = new URL('absent.wasm', wasmUrl('simd'));
    expect((await refusalOf(createEngine({ wasm }))).url).toBe(wasm.href);
  });
});

describe('another instance of a module', async () => {
  const { default: factory } = await import('#wasm/all');
  const compiled = await WebAssembly.compile(wasmBytes('simd'));

  it('is available at once and shares nothing with the first', async () => {
    const first = await instantiate(factory, compiled);
    const second = first.renew();
    const third = second.renew();
    expect(new Set([first, second, third].map(({ memory }) => memory)).size).toBe(3);
    expectWorking(new Engine('simd', third));
  });

  it('is created in advance if the factory returns a promise, as in newer Emscripten', async () => {
    const first = await instantiate(async (options) => factory(options), compiled);
    const second = first.renew();
    expect(second.memory).not.toBe(first.memory);
    expect(() => second.renew()).toThrow('the next instance is not ready yet');
    await new Promise((resolve) => setTimeout(resolve));
    expectWorking(new Engine('simd', second.renew()));
  });

  it('fails if a factory that returns a promise would wait for ever', async () => {
    const empty = await WebAssembly.compile(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
    const waiting: typeof factory = ({ instantiateWasm }) => {
      instantiateWasm({}, () => {
        throw new Error('no such export');
      });
      return new Promise(() => {});
    };
    await expect(instantiate(waiting, empty)).rejects.toThrow('no such export');
  });
});

describe('the reason why no module runs', () => {
  it('is undefined if one runs', async () => {
    expect(await wasmRefusal()).toBeUndefined();
  });

  it('is the policy if the smallest module is rejected', async () => {
    vi.spyOn(WebAssembly, 'instantiate').mockRejectedValue(new EvalError('refused'));
    expect(await wasmRefusal()).toBe('policy');
  });

  it('is SIMD if the platform has none', async () => {
    vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
    expect(await wasmRefusal()).toBe('simd');
  });

  it('is the platform if there is no WebAssembly; testing for builds is then no error', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(await wasmRefusal()).toBe('missing');
    expect(TWINS.filter(supports)).toEqual([]);
  });
});
