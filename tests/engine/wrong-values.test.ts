// SPDX-License-Identifier: MIT
// Tests that the engine accepts any value for any argument or throws an AttentionError, and that no value damages it.
import { describe, expect, it } from 'vitest';
import {
  AttentionError,
  createEngine,
  runInSlices,
  type TrainerInput,
} from '../../web/src/engine/index.ts';
import { BATCHES, CORPUS, LANGUAGE_MODEL, TRAINER } from './inputs.ts';
import { canaries, freshEngines } from './instances.ts';
import { methodOf, REQUESTS } from './requests.ts';
import { column, TWINS } from './support.ts';

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

/**
 * For each argument of a valid input, and for each part of an argument: its path, such as "queries.shape", and a
 * function that returns the input with another value at this path.
 */
function spoilt(input: object): (readonly [path: string, (value: unknown) => object])[] {
  return Object.entries(input).flatMap(([name, part]) => {
    const whole = [name, (value: unknown) => ({ ...input, [name]: value })] as const;
    if (typeof part !== 'object' || Array.isArray(part)) return [whole];
    const parts = spoilt(part).map(
      ([path, of]) =>
        [`${name}.${path}`, (value: unknown) => ({ ...input, [name]: of(value) })] as const,
    );
    return [whole, ...parts];
  });
}

/** Calls `advance(1)`, `run(1)` and `release` of a created object, if it has these methods: these calls are fast. */
function use(made: unknown): void {
  if (typeof made !== 'object' || made === null || !('release' in made)) return;
  const object = made as Record<string, (count: number) => unknown>;
  object.advance?.(1);
  object.run?.(1);
  object.release?.(0);
}

const training: TrainerInput<'float64'> = {
  ...TRAINER,
  task: 'multi-head',
  optimizer: 'adam',
  precision: 'float64',
};

describe('wrong values', () => {
  it.each(Object.entries(REQUESTS))('for every argument of %s', (name, { input }) => {
    const method = methodOf(name) as 'softmax';
    const { engine } = fresh();
    for (const [path, of] of spoilt({ precision: 'float32', ...input })) {
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

  it.each(WRONG)('%s in calls of jobs, trainers and tensors', (what, value) => {
    const { engine } = fresh();
    const job = engine.newDotProductMoments({ d: 2 });
    const trainer = engine.newTrainer(training);
    const state = trainer.state();
    const tensor = engine.newTensor({ precision: 'float32', shape: [3], data: [1, 2, 3] });
    const wrong = value as never;
    // `advance` and `run` are not called with numbers: a huge count is valid, and the call would run for hours.
    const isCount = typeof value === 'number';
    const calls: (() => unknown)[] = [
      () => isCount || job.advance(wrong),
      () => isCount || trainer.run(wrong),
      () => trainer.restore(wrong),
      ...(['steps', 'parameters', 'first', 'second'] as const).map(
        (part) => () => trainer.restore({ ...state, [part]: wrong }),
      ),
      () => trainer.restore({ ...state, parameters: [wrong, ...state.parameters.slice(1)] }),
      () => tensor.write(wrong),
      () => tensor.read(wrong),
      () => engine.softmax({ precision: 'float32', logits: tensor, out: wrong }),
      () => engine.softmax({ precision: 'float32', logits: column(1, 2, 3), out: wrong }),
    ];
    for (const call of calls) expectHandled(call, what);
    tensor.write([4, 5, 6]);
    expect([...tensor.data]).toEqual([4, 5, 6]);
    trainer.restore(state);
    expect(trainer.state()).toEqual(state);
    job.advance(1);
    for (const each of [job, trainer, tensor]) each.release();
    expect(canaries(engine)).toBe(healthy);
  });

  it.each(WRONG)('%s in calls of language models', (what, value) => {
    const { engine } = fresh();
    const model = engine.newLanguageModel({ precision: 'float32', ...LANGUAGE_MODEL });
    const { state, parameters } = { state: model.state(), parameters: model.parameters };
    const generator = model.generator();
    const wrong = value as never;
    const calls: (() => unknown)[] = [
      () => typeof value === 'number' || model.train(BATCHES, wrong),
      ...(['train', 'stages', 'gradient'] as const).flatMap((method) => [
        () => model[method](wrong),
        ...(['tokens', 'targets', 'counts'] as const).map(
          (part) => () => model[method]({ ...BATCHES, [part]: wrong }),
        ),
      ]),
      () => model.restore(wrong),
      ...(['steps', 'parameters', 'first', 'second'] as const).map(
        (part) => () => model.restore({ ...state, [part]: wrong }),
      ),
      () => model.load(wrong),
      () => model.load({ ...parameters, W_q_0: wrong }),
      () => model.train(BATCHES, 1, wrong),
      () => model.trainOn(wrong, { length: 2 }),
      ...(['sequences', 'length', 'seed', 'learningRates'] as const).map(
        (part) => () => model.trainOn(CORPUS, { length: 2, [part]: wrong }),
      ),
      () => model.generator({ length: wrong }).release(),
      () => model.generator({ sequences: wrong }).release(),
      () => generator.next(wrong),
    ];
    for (const call of calls) expectHandled(call, what);
    generator.release();
    model.restore(state);
    expect(model.state()).toEqual(state);
    model.release();
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
