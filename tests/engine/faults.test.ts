// SPDX-License-Identifier: MIT
// Tests every call of the engine while one allocation fails or traps, or one allocation and all later ones fail.
// The module attention_faults has a heap that counts allocations (tests/faults).
import { existsSync, readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Bindings, Factory } from '../../web/src/engine/glue.ts';
import { type AttentionError, Engine } from '../../web/src/engine/index.ts';
import { instantiate, type LoadedModule } from '../../web/src/engine/load.ts';
import { TRAINER } from './inputs.ts';
import { canaries, outcomeOf } from './instances.ts';
import { REQUESTS } from './requests.ts';

const FOLDER = new URL('../../build/wasm/simd/', import.meta.url);

/** The functions that tests/faults/failing_malloc.cpp adds to the module. */
interface Heap extends Bindings {
  arm(failAt: number, trapAt: number, stayFull: boolean): void;
  allocations(): number;
}

const precision = 'float64';
let first: LoadedModule;
let canGrow = true;
/** Without failing allocations: an engine, the result of its `canaries` (instances.ts), and the result of `goOn`. */
let untouched: ReturnType<typeof open>;
let healthy: string;
let continued: string;

/** The imports of the module, changed so that its memory can grow only while `canGrow` is true. */
function withSwitch(imports: WebAssembly.Imports): WebAssembly.Imports {
  const guarded = (f: WebAssembly.ImportValue) =>
    typeof f === 'function' && f.name === '_emscripten_resize_heap'
      ? (size: number) => (canGrow ? f(size) : 0)
      : f;
  return Object.fromEntries(
    Object.entries(imports).map(([module, names]) => [
      module,
      Object.fromEntries(Object.entries(names).map(([name, f]) => [name, guarded(f)])),
    ]),
  );
}

beforeAll(async () => {
  const glue = new URL('attention_faults.js', FOLDER);
  if (!existsSync(glue)) throw new Error(`${glue} is missing; npm run test:engine builds it`);
  const { default: factory } = (await import(/* @vite-ignore */ glue.href)) as { default: Factory };
  const compiled = new WebAssembly.Module(readFileSync(new URL('attention_faults.wasm', FOLDER)));
  first = await instantiate(
    (options) =>
      factory({
        instantiateWasm: (imports, receive) =>
          options.instantiateWasm(withSwitch(imports), receive),
      }),
    compiled,
  );
  untouched = open();
  healthy = canaries(untouched.engine);
  continued = open().goOn();
});

/**
 * An engine with a running experiment (`job`), a trainer and a tensor, which exist only in its WebAssembly instance.
 */
function open() {
  let heap: Heap;
  const track = (module: LoadedModule): LoadedModule => {
    heap = module.bindings as Heap;
    return { ...module, renew: () => track(module.renew()) };
  };
  const engine = new Engine('simd', track(first.renew()));
  const losses: string[] = [];
  engine.addEventListener('lost', (event) =>
    losses.push(((event as CustomEvent).detail as AttentionError).message),
  );
  const job = engine.newDotProductMoments({ d: 3, seed: 4 });
  job.advance(20);
  const trainer = engine.newTrainer({
    ...TRAINER,
    task: 'multi-head',
    optimizer: 'adam',
    precision,
  });
  trainer.run(1);
  const tensor = engine.newTensor({ precision, shape: [3], data: [1, 2, 3] });
  const goOn = () =>
    outcomeOf(() => {
      job.advance(5);
      return [job.result(), trainer.run(1), trainer.state(), tensor.data];
    });
  /**
   * Makes a call during which allocation number `failAt` fails and number `trapAt` traps (0: none).
   * With `stayFull`, all later allocations fail too. Returns the outcome, and whether the call reached this allocation.
   */
  const during = (failAt: number, trapAt: number, call: () => unknown, stayFull = false) => {
    const armed = heap;
    armed.arm(failAt, trapAt, stayFull);
    const end = outcomeOf(call);
    const isReached = armed.allocations() >= Math.max(failAt, trapAt);
    armed.arm(0, 0, false);
    return { end, isReached };
  };
  return { engine, job, trainer, tensor, goOn, during, losses };
}

const OPERATIONS = Object.entries(REQUESTS).map(([name, { call }]) => [name, call] as const);
const UNCAUGHT = 'Internal call: expected no fault, got an exception for which no memory was left';
/**
 * The test repeats a call and makes a later allocation fail each time. If the number of the failing allocation is a
 * multiple of IN_TURN, the test then checks the instance and opens a new one.
 */
const IN_TURN = 16;

it.each(
  OPERATIONS.flatMap(([name, call]) => [
    ['memory that fails', name, call, false] as const,
    ['memory that stays full', name, call, true] as const,
  ]),
)('%s at any allocation of %s is refused, and all work continues', (_, __, call, stayFull) => {
  const result = outcomeOf(() => call(untouched.engine, precision));
  let one = open();
  for (let k = 1; ; k += stayFull ? 1 + (k >> 2) : 1) {
    const { end, isReached } = one.during(k, 0, () => call(one.engine, precision), stayFull);
    expect(outcomeOf(() => call(one.engine, precision)) === result, `request ${k}`).toBe(true);
    if (!isReached) break;
    if (stayFull && end === UNCAUGHT) {
      // C++ could not throw its exception, because this needs memory too. So the engine replaced the instance.
      expect(canaries(one.engine) === healthy, `canaries after request ${k}`).toBe(true);
      one = open();
      continue;
    }
    // Embind also allocates copies of names. If such an allocation fails, the call throws no error and its result is
    // right.
    const isHandled = end === result || end.startsWith('OutOfMemory memory: expected');
    expect(isHandled, `request ${k}: ${end}`).toBe(true);
    if (k % IN_TURN > 0) continue;
    expect(one.goOn() === continued, `work begun before request ${k}`).toBe(true);
    expect(canaries(one.engine) === healthy, `canaries after request ${k}`).toBe(true);
    one = open();
  }
  expect(one.goOn()).toBe(continued);
  expect(canaries(one.engine)).toBe(healthy);
});

const LOST = 'expected an object in use, got lost with the instance';

it.each(OPERATIONS)(
  'a trap in %s destroys its instance, and the next call uses another',
  async (_, call) => {
    const result = outcomeOf(() => call(untouched.engine, precision));
    for (let k = 1; ; k += 1 + (k >> 2)) {
      const { engine, job, trainer, tensor, during, losses } = open();
      const { end, isReached } = during(0, k, () => call(engine, precision));
      if (!isReached) break;
      expect(end).toBe('Internal call: expected no fault, got unreachable');
      for (const use of [() => job.count, () => trainer.run(1), () => tensor.data])
        expect(outcomeOf(use)).toBe(`Internal call: ${LOST}`);
      expect(outcomeOf(() => engine.softmax({ precision, logits: tensor }))).toBe(
        `Internal logits: ${LOST}`,
      );
      for (const each of [job, trainer, tensor]) each.release();
      expect(outcomeOf(() => call(engine, precision)) === result, `request ${k}`).toBe(true);
      if (k === 1) expect(canaries(engine) === healthy).toBe(true);
      await Promise.resolve();
      expect(losses).toEqual(['call: expected no fault, got unreachable']);
    }
  },
);

/**
 * Allocates tensors of decreasing size until only a few bytes of memory are left. If a tensor fits, `outcomeOf` returns
 * the result of `push`, a number with fewer than 8 digits. Otherwise it returns an error message, which is longer.
 */
function fill(engine: Engine): { release(): void }[] {
  const taken: { release(): void }[] = [];
  for (let size = 2 ** 20; size >= 1; size /= 2)
    while (outcomeOf(() => taken.push(engine.newTensor({ precision, shape: [size] }))).length < 8);
  return taken;
}

it('with a full memory that cannot grow, calls that do not fit fail and lose nothing', () => {
  const full = open();
  canGrow = false;
  const taken = fill(full.engine);
  const refused = OPERATIONS.filter(([name, call]) => {
    const end = outcomeOf(() => call(full.engine, precision));
    const isRefused = end.startsWith('OutOfMemory memory: expected');
    const isSame = isRefused || end === outcomeOf(() => call(untouched.engine, precision));
    expect(isSame, `${name}: ${end}`).toBe(true);
    return isRefused;
  });
  expect(refused.length).toBeGreaterThan(0);
  for (const tensor of taken) tensor.release();
  canGrow = true;
  expect(full.losses).toEqual([]);
  expect(full.goOn() === continued).toBe(true);
  expect(canaries(full.engine) === healthy).toBe(true);
});

it('each lost instance is replaced and reported once', async () => {
  const { engine, during, losses } = open();
  const call = () => REQUESTS.attention?.call(engine, precision);
  const result = outcomeOf(call);
  for (let lost = 1; lost <= 5; lost++) {
    expect(during(0, 3, call).end).toMatch(/^Internal/);
    expect(outcomeOf(call)).toBe(result);
    await Promise.resolve();
    expect(losses.length).toBe(lost);
  }
});

it('an error in the caller’s code loses no instance', () => {
  const { engine, goOn, losses } = open();
  const data = Object.defineProperty([1, 2], 1, {
    get: () => {
      throw new RangeError('of the caller');
    },
  });
  expect(() => engine.softmax({ precision, logits: { shape: [2], data } })).toThrow(
    'of the caller',
  );
  expect(losses).toEqual([]);
  expect(goOn()).toBe(continued);
});
