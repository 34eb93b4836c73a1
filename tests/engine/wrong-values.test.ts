// SPDX-License-Identifier: MIT
// Tests that the engine accepts any value for any argument or throws an AttentionError, and that no value damages it.
import { describe, expect, it } from 'vitest';
import {
  AttentionError,
  createEngine,
  type LanguageModel,
  type Precision,
  runInSlices,
  type Trainer,
} from '../../web/src/engine/index.ts';
import { BATCHES, CORPUS } from './inputs.ts';
import { canaries, freshEngines } from './instances.ts';
import { methodOf, REQUESTS } from './requests.ts';
import { TWINS } from './support.ts';

const fresh = await freshEngines('simd');
const healthy = canaries(fresh().engine);

/** A name, and a value that is wrong for most arguments. */
type Wrong = readonly [name: string, value: unknown];

const WRONG: readonly Wrong[] = [
  ['undefined', undefined],
  ['null', null],
  ['a boolean', true],
  ['5', 5],
  ['2.5', 2.5],
  ['-1', -1],
  ['NaN', Number.NaN],
  ['Infinity', Number.POSITIVE_INFINITY],
  ['a string', 'x'],
  ['an empty string', ''],
  ['a symbol', Symbol('s')],
  ['a BigInt', 1n],
  ['a function', () => 0],
  ['an empty object', {}],
  ['an empty array', []],
  ['an array of other things', ['x', Symbol('s'), 1n, {}]],
  ['BigInts', new BigInt64Array(3)],
  ['a DataView', new DataView(new ArrayBuffer(24))],
  ['a length that is too large', { length: 2 ** 40 }],
  ['a length that is no number', { length: '3' }],
  ['a tensor of nothing', { shape: undefined, data: undefined }],
  ['a tensor of symbols', { shape: [Symbol('s')], data: [Symbol('s')] }],
  ['a tensor of BigInts', { shape: [2n], data: new BigUint64Array(2) }],
  ['a tensor with seven axes', { shape: new Array(7).fill(1), data: [1] }],
  ['a tensor with too many rows', { shape: [2e8, 0], data: [] }],
  ['a tensor with far too many rows', { shape: [4e8, 0], data: [] }],
];

/** Checks that a call returns, or throws an AttentionError of any kind but Internal. */
function expectHandled(call: () => unknown, what: string): void {
  try {
    call();
  } catch (error) {
    expect(error, what).toBeInstanceOf(AttentionError);
    const { kind, argument, expected, got } = error as AttentionError;
    expect(kind, `${what}: ${String(error)}`).not.toBe('Internal');
    for (const part of [argument, expected, got]) expect(part, what).toMatch(/\S/);
  }
}

const isPart = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value);

/**
 * For each argument of a valid input, and for each part of an argument: its path, such as "queries.shape", and a
 * function that returns the input with another value at this path. In a list of objects, only the first is changed.
 */
function spoilt(input: object): (readonly [path: string, (value: unknown) => object])[] {
  const isList = Array.isArray(input);
  return Object.entries(input).flatMap(([name, part]) => {
    if (isList && (!isPart(part) || name !== '0')) return [];
    const changed = (value: unknown) =>
      isList ? input.with(Number(name), value) : { ...input, [name]: value };
    const parts = isPart(part) ? spoilt(part) : [];
    return [
      [name, changed] as const,
      ...parts.map(
        ([path, of]) => [`${name}.${path}`, (value: unknown) => changed(of(value))] as const,
      ),
    ];
  });
}

function use(made: unknown): void {
  if (typeof made !== 'object' || made === null || !('release' in made)) return;
  const object = made as Record<string, (count: number) => unknown>;
  object.advance?.(1);
  object.run?.(1);
  object.release?.(0);
}

/** Valid arguments of the methods of the objects that a method creates. */
const ARGUMENTS: Readonly<Record<string, (made: never) => Record<string, readonly unknown[]>>> = {
  newDotProductMoments: () => ({ advance: [1] }),
  newTensor: () => ({ write: [[4, 5, 6]], read: [undefined] }),
  newTrainer: (trainer: Trainer<Precision>) => ({ run: [1], restore: [trainer.state()] }),
  newLanguageModel: (model: LanguageModel<Precision>) => ({
    train: [BATCHES, 1, [0.1]],
    trainOn: [CORPUS, { sequences: 2, length: 2, seed: 1, count: 1, learningRates: [0.1] }],
    stages: [BATCHES],
    gradient: [BATCHES],
    restore: [model.state()],
    load: [model.parameters],
    generator: [{ length: 2, sequences: 1 }],
  }),
};

describe('wrong values', () => {
  it.each(Object.entries(REQUESTS))('for every argument of %s', (name, { input }) => {
    const method = methodOf(name) as 'softmax';
    const { engine } = fresh();
    for (const [path, of] of spoilt({ precision: 'float32', out: undefined, ...input })) {
      const order = path.length % WRONG.length;
      for (const [what, value] of [...WRONG.slice(order), ...WRONG.slice(0, order)])
        expectHandled(() => use(engine[method](of(value) as never)), `${path}: ${what}`);
    }
    expect(canaries(engine)).toBe(healthy);
  });

  it.each(WRONG)('%s as the whole input', (what, value) => {
    const { engine } = fresh();
    for (const name of Object.keys(REQUESTS)) {
      const method = methodOf(name) as 'softmax';
      expectHandled(() => use(engine[method](value as never)), `${name}: ${what}`);
    }
    expect(canaries(engine)).toBe(healthy);
  });

  it.each(Object.entries(ARGUMENTS))('in calls of the object of %s', (name, argumentsOf) => {
    const { engine } = fresh();
    for (const [what, value] of WRONG) {
      const made = engine[name as 'newTrainer']({
        precision: 'float32',
        ...REQUESTS[name]?.input,
      } as never);
      for (const [method, given] of Object.entries(argumentsOf(made as never)))
        for (const [path, of] of spoilt({ ...given })) {
          const all = Object.values(of(value)) as never[];
          const call = () =>
            use((made[method as 'run'] as (...all: never[]) => unknown).apply(made, all));
          expectHandled(call, `${method} ${path}: ${what}`);
        }
      made.release();
    }
    expect(canaries(engine)).toBe(healthy);
  });

  it('in the options of an engine and of slices', async () => {
    const { engine } = fresh();
    const handled = async (promise: Promise<unknown>, what: string) => {
      const thrown = await promise.then(
        () => undefined,
        (error: unknown) => error,
      );
      expectHandled(() => {
        if (thrown !== undefined) throw thrown;
      }, what);
    };
    for (const [what, value] of WRONG) {
      if (what !== 'undefined') await handled(createEngine({ simd: value as never }), what);
      const job = engine.newSaturation({ d: 2, numKeys: 2 });
      for (const part of ['total', 'budget', 'onProgress'] as const)
        if (!(part === 'total' && what === 'Infinity'))
          await handled(runInSlices(job, { total: 3, [part]: value } as never), what);
      await handled(runInSlices(value as never, { total: 0 }), what);
      job.release();
    }
  });
});

it.each(TWINS)('an unknown build is refused by name, %s is not', async (twin) => {
  await expect(createEngine({ simd: 'smid' as never })).rejects.toThrow(
    'simd: expected auto, relaxed, simd, got smid',
  );
  expect((await createEngine({ simd: twin })).twin).toBe(twin);
});
