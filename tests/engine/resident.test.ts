// SPDX-License-Identifier: MIT
// Tests tensors whose data stays in the WebAssembly memory, and results that are written to a given tensor or array.
// This file is long because all operations are called with both.
import { describe, expect, it } from 'vitest';
import {
  AttentionError,
  Engine,
  type Precision,
  type ResidentTensor,
  type Tensor,
} from '../../web/src/engine/index.ts';
import type { Twin } from '../../web/src/engine/twin.ts';
import { ADDITIVE, BATCH, HEADS, PAIR, signed } from './inputs.ts';
import { call, type Method, REQUESTS } from './requests.ts';
import { openEngine, PRECISIONS, randomTensor, TWINS } from './support.ts';

type Residents = Map<Tensor, ResidentTensor<Precision>>;

const isTensor = (x: unknown): x is Tensor =>
  typeof x === 'object' && x !== null && 'shape' in x && 'data' in x;

/** A copy of the input whose tensors are in the WebAssembly memory of the engine. */
function placed<Input extends object>(
  engine: Engine,
  precision: Precision,
  input: Input,
  residents: Residents,
): Input {
  const entries = Object.entries(input).map(([name, value]) => {
    if (!isTensor(value)) return [name, value] as const;
    const tensor = engine.newTensor({ precision, ...value });
    residents.set(value, tensor);
    return [name, tensor] as const;
  });
  return Object.fromEntries(entries) as Input;
}

const rounded = (precision: Precision, { data }: Tensor) =>
  precision === 'float32' ? Float32Array.from(data) : Float64Array.from(data);

/** The kind and message of the error that a call throws. */
function refusalOf(call: () => unknown): string {
  try {
    call();
  } catch (error) {
    if (error instanceof AttentionError) return `${error.kind} ${error.message}`;
    throw error;
  }
  throw new Error('the call was not refused');
}

/**
 * An engine whose module has no computing functions, so that every call that reaches the module
 * fails.
 */
async function openIdle(twin: Twin): Promise<Engine> {
  const { bindings, memory, renew } = await openEngine(twin);
  const { reserve, hold, drop, failure, options } = bindings;
  const idle = { reserve, hold, drop, failure, options };
  return new Engine(twin, { bindings: idle as typeof bindings, memory, renew });
}

const WITH_TENSORS = Object.entries(REQUESTS).filter(([, { input }]) =>
  Object.values(input).some(isTensor),
);

/**
 * The methods whose main result can be written to `out`. For each method: its input, the shape of the main result and,
 * if there are several results, the name of the main one.
 */
const WITH_OUT: Partial<Record<Method, [input: object, shape: number[], part?: string]>> = {
  softmax: [{ logits: signed([2, 3, 5], 1) }, [2, 3, 5]],
  naiveSoftmax: [{ logits: signed([2, 3, 5], 1) }, [2, 3, 5]],
  scaledDotScores: [PAIR, [3, 5]],
  additiveScores: [{ ...PAIR, ...ADDITIVE }, [3, 5]],
  gaussianScores: [PAIR, [3, 5]],
  doubleTransposeScores: [{ queries: signed([4, 4], 1), keys: signed([4, 4], 2) }, [4, 4]],
  streamingAttention: [BATCH, [2, 3, 2], 'output'],
  multiHeadOutput: [HEADS, [2, 3, 3]],
};
const OUTS = Object.entries(WITH_OUT) as [Method, [object, number[], string?]][];

for (const twin of TWINS) {
  const { engine, memory } = await openEngine(twin);

  describe.each(PRECISIONS)(`resident tensors, ${twin}, %s`, (precision) => {
    it.each(WITH_TENSORS)('are accepted like arrays and do not change: %s', (name, request) => {
      const method = name.replace(/,.*/, '') as Method;
      const residents: Residents = new Map();
      const input = placed(engine, precision, request.input, residents);
      if (method === 'newTrainer') {
        const [trainer, expected] = [input, request.input].map((each) => {
          const one = call(method, each)(engine, precision) as ReturnType<Engine['newTrainer']>;
          return { one, losses: one.run(3) };
        });
        expect(trainer?.losses).toEqual(expected?.losses);
        for (const each of [trainer, expected]) each?.one.release();
      } else {
        expect(call(method, input)(engine, precision)).toEqual(request.call(engine, precision));
      }
      for (const [{ shape, data }, tensor] of residents) {
        expect(tensor.shape).toEqual(shape);
        expect(tensor.data).toEqual(rounded(precision, { shape, data }));
        tensor.release();
      }
    });

    it('survive a refused call that used them', () => {
      const residents: Residents = new Map();
      const input = placed(engine, precision, HEADS, residents);
      for (let i = 0; i < 20; i++)
        expect(() => engine.multiHead({ ...input, precision, numHeads: 3 })).toThrow('numHeads');
      expect(engine.multiHeadOutput({ ...input, precision })).toEqual(
        engine.multiHeadOutput({ ...HEADS, precision }),
      );
      for (const [given, tensor] of residents) {
        expect(tensor.data).toEqual(rounded(precision, given));
        tensor.release();
      }
    });

    it('start as zeros, can be written, and can be read into an existing array', () => {
      const tensor = engine.newTensor({ precision, shape: [2, 2] });
      expect([...tensor.data]).toEqual([0, 0, 0, 0]);
      tensor.write([1, 2, 3, 4]);
      const array = rounded(precision, { shape: [], data: [9, 9, 9, 9] });
      expect(tensor.read(array as never)).toBe(array);
      expect([...array]).toEqual([1, 2, 3, 4]);
      tensor.read().fill(5);
      expect([...tensor.data]).toEqual([1, 2, 3, 4]);
      tensor.release();
    });

    it.each(OUTS)('%s writes to an array or a resident tensor', (method, [input, shape, part]) => {
      const resultOf = (more: object) => {
        const answer = call(method, { ...input, ...more })(engine, precision);
        return (part ? Reflect.get(answer as object, part) : answer) as Tensor;
      };
      const expected = resultOf({});
      expect(expected.shape).toEqual(shape);

      const array = rounded(precision, expected).fill(7);
      const answer = resultOf({ out: array });
      expect(answer.data).toBe(array);
      expect(answer).toEqual(expected);

      const tensor = engine.newTensor({ precision, shape });
      expect(resultOf({ out: tensor })).toBe(tensor);
      expect(tensor.data).toEqual(expected.data);
      tensor.release();
    });

    it.each(OUTS)(
      '%s refuses invalid destinations before it computes',
      async (method, [input, shape]) => {
        const idle = await openIdle(twin);
        const other = precision === 'float32' ? 'float64' : 'float32';
        const size = shape.reduce((product, n) => product * n, 1);
        const [own, foreign] = {
          float32: [Float32Array, Float64Array] as const,
          float64: [Float64Array, Float32Array] as const,
        }[precision];
        const refused = (out: unknown) =>
          refusalOf(() => call(method, { ...input, out })(idle, precision));
        const sides = `(${shape.join(', ')})`;
        expect(refused(new foreign(size))).toBe(
          `UnknownOption out: expected ${own.name}, got ${foreign.name}`,
        );
        expect(refused([1, 2])).toBe(`UnknownOption out: expected ${own.name}, got Array`);
        expect(refused(new own(size + 1))).toBe(
          `ShapeMismatch out: expected ${size} numbers for ${sides}, got ${size + 1}`,
        );
        const flat = idle.newTensor({ precision, shape: [size] });
        expect(refused(flat)).toBe(`ShapeMismatch out: expected ${sides}, got (${size})`);
        expect(refused(idle.newTensor({ precision: other, shape }))).toBe(
          `UnknownOption out: expected ${precision}, got ${other}`,
        );
        expect(refused(engine.newTensor({ precision, shape }))).toBe(
          'UnknownOption out: expected a tensor of this engine, got one of another engine',
        );
        const gone = idle.newTensor({ precision, shape });
        gone.release();
        expect(refused(gone)).toBe('Internal out: expected an object in use, got a released one');
        // A valid `out` is accepted: the call reaches the module, which has no function and fails.
        expect(refused(new own(size))).toMatch('Internal call: expected no fault');
      },
    );

    it('can be input and result of one call', () => {
      const logits = signed([4, 6], 2);
      const tensor = engine.newTensor({ precision, ...logits });
      engine.softmax({ precision, logits: tensor, out: tensor as never });
      expect(tensor.data).toEqual(engine.softmax({ precision, logits }).data);
      tensor.release();
    });
  });

  describe(`resident tensors, ${twin}`, () => {
    it('do not change when the memory grows', () => {
      const data = Array.from(randomTensor([3, 4], 1).data);
      const tensor = engine.newTensor({ precision: 'float64', shape: [3, 4], data });
      const before = engine.softmax({ precision: 'float64', logits: tensor });
      const bytes = memory.buffer.byteLength;
      const large = engine.newTensor({ precision: 'float64', shape: [bytes / 8] });
      expect(memory.buffer.byteLength).toBeGreaterThan(bytes);
      expect([...tensor.data]).toEqual(data);
      expect(engine.softmax({ precision: 'float64', logits: tensor })).toEqual(before);
      tensor.write(data.map((x) => x + 1));
      expect(tensor.data[0]).toBe((data[0] as number) + 1);
      large.release();
      tensor.release();
    });

    it('are read in place, so that the request does not contain them', async () => {
      const { bindings, memory, renew } = await openEngine(twin);
      const asked: number[] = [];
      const reserve = (count: number) => {
        asked.push(count);
        return bindings.reserve(count);
      };
      const watched = new Engine(twin, { bindings: { ...bindings, reserve }, memory, renew });
      const shape = [2 ** 18];
      const logits = watched.newTensor({ precision: 'float32', shape });
      watched.softmax({ precision: 'float32', logits });
      expect(Math.max(...asked)).toBeLessThan(1000);
      logits.release();
    });

    it('are refused after their release, with their name, and by other engines', async () => {
      const tensor = engine.newTensor({ precision: 'float32', shape: [2], data: [1, 2] });
      const softmax = (one: Engine, precision: Precision) =>
        refusalOf(() => one.softmax({ precision, logits: tensor }));
      expect(softmax(engine, 'float64')).toBe(
        'UnknownOption logits: expected float64, got float32',
      );
      const { engine: other } = await openEngine(twin);
      expect(softmax(other, 'float32')).toBe(
        'UnknownOption logits: expected a tensor of this engine, got one of another engine',
      );
      expect([...tensor.data]).toEqual([1, 2]);
      tensor.release();
      tensor.release();
      expect(softmax(engine, 'float32')).toBe(
        'Internal logits: expected an object in use, got a released one',
      );
      for (const use of [() => tensor.data, () => tensor.write([1, 2]), () => tensor.read()])
        expect(refusalOf(use)).toBe('Internal call: expected an object in use, got a released one');
    });

    it('are refused with a wrong size, and if there is no memory', () => {
      const make = (shape: number[], data?: ArrayLike<number>) =>
        refusalOf(() => engine.newTensor({ precision: 'float64', shape, ...(data && { data }) }));
      expect(make([2, 3], [1])).toBe('ShapeMismatch data: expected 6 numbers for (2, 3), got 1');
      for (const length of [-1, Number.NaN])
        expect(make([2, 3], { length })).toBe(
          'ShapeMismatch data: expected a list of numbers, got Object',
        );
      expect(make([-1])).toBe(
        'ShapeMismatch shape: expected whole numbers from 0 to 2147483647, got (-1)',
      );
      expect(make([2 ** 28])).toMatch('OutOfMemory memory: expected at most 2147483647 bytes');
      expect(make([2 ** 28 - 64])).toMatch(
        'OutOfMemory memory: expected at most the available memory',
      );
      const tensor = engine.newTensor({ precision: 'float64', shape: [2] });
      expect(refusalOf(() => tensor.write([1]))).toBe(
        'ShapeMismatch data: expected 2 numbers for (2), got 1',
      );
      expect(refusalOf(() => tensor.read(new Float64Array(3)))).toBe(
        'ShapeMismatch out: expected 2 numbers for (2), got 3',
      );
      expect([...tensor.data]).toEqual([0, 0]);
      tensor.release();
    });
  });
}
