// SPDX-License-Identifier: MIT
// Tests tensors whose data stays in the WebAssembly memory, and results that are written to a given tensor or array.
// This file is long because it calls all operations with such inputs and with such results.
import { describe, expect, it } from 'vitest';
import {
  Engine,
  type Precision,
  type ResidentTensor,
  type Tensor,
} from '../../web/src/engine/index.ts';
import type { Twin } from '../../web/src/engine/twin.ts';
import { HEADS, signed } from './inputs.ts';
import { outcomeOf } from './instances.ts';
import { call, type Method, methodOf, REQUESTS } from './requests.ts';
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

/** An engine whose module has no computing functions, so that every call that reaches the module fails. */
async function openIdle(twin: Twin): Promise<Engine> {
  const { bindings, memory, renew } = await openEngine(twin);
  const { reserve, hold, drop, failure, options } = bindings;
  const idle = { reserve, hold, drop, failure, options };
  return new Engine(twin, { bindings: idle as typeof bindings, memory, renew });
}

const WITH_TENSORS = Object.entries(REQUESTS).filter(([, { input }]) =>
  Object.values(input).some(isTensor),
);

/** The methods whose main result can be written to `out`; `part` is its name if there are several results. */
const WITH_OUT: readonly { method: Method; part?: string }[] = [
  { method: 'softmax' },
  { method: 'naiveSoftmax' },
  { method: 'scaledDotScores' },
  { method: 'additiveScores' },
  { method: 'gaussianScores' },
  { method: 'doubleTransposeScores' },
  { method: 'streamingAttention', part: 'output' },
  { method: 'multiHeadOutput' },
];

for (const twin of TWINS) {
  const { engine, memory } = await openEngine(twin);

  describe.each(PRECISIONS)(`resident tensors, ${twin}, %s`, (precision) => {
    it.each(WITH_TENSORS)('are accepted like arrays and do not change: %s', (name, request) => {
      const method = methodOf(name);
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

    describe.each(WITH_OUT)('$method', ({ method, part }) => {
      const resultOf = (more: object, by = engine) => {
        const answer = call(method, { ...REQUESTS[method]?.input, ...more })(by, precision);
        return (part ? Reflect.get(answer as object, part) : answer) as Tensor;
      };
      const expected = resultOf({});
      const { shape } = expected;

      it('writes to an array or a resident tensor', () => {
        const array = rounded(precision, expected).fill(7);
        const answer = resultOf({ out: array });
        expect(answer.data).toBe(array);
        expect(answer).toEqual(expected);
        const tensor = engine.newTensor({ precision, shape });
        expect(resultOf({ out: tensor })).toBe(tensor);
        expect(tensor.data).toEqual(expected.data);
        tensor.release();
      });

      it('refuses invalid destinations before it computes', async () => {
        const idle = await openIdle(twin);
        const other = precision === 'float32' ? 'float64' : 'float32';
        const size = expected.data.length;
        const own = expected.data.constructor as Float32ArrayConstructor;
        const foreign = precision === 'float32' ? Float64Array : Float32Array;
        const refused = (out: unknown) => outcomeOf(() => resultOf({ out }, idle));
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
      });
    });

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
        outcomeOf(() => one.softmax({ precision, logits: tensor }));
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
        expect(outcomeOf(use)).toBe('Internal call: expected an object in use, got a released one');
    });
  });
}
