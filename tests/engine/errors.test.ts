// SPDX-License-Identifier: MIT
// Every refusal, from its cause through C++ and wasm to the AttentionError that a page shows.
import { describe, expect, it } from 'vitest';
import { asAttentionError } from '../../web/src/engine/errors.ts';
import {
  AttentionError,
  Engine,
  KERNELS,
  type Kernel,
  type KernelRegressionInput,
  type Precision,
  type Tensor,
} from '../../web/src/engine/index.ts';
import { loadModule } from '../../web/src/engine/load.ts';
import { column, openEngine, PRECISIONS, SAMPLE, TWINS } from './support.ts';

const zeros = (rows: number, cols: number): Tensor => ({
  shape: [rows, cols],
  data: new Float64Array(rows * cols),
});

/** As long as an array of that length, without the memory. */
const hollow = (length: number): ArrayLike<number> => ({ length });

type Change = Partial<KernelRegressionInput<Precision>>;

const SIGMA = ['OutOfRange', 'sigma', 'a finite number > 0'] as const;
const KEYS = ['EmptyInput', 'keys', 'at least one row and one column'] as const;

const MEMORY = [
  'memory',
  'bytes that this machine can give',
  expect.stringMatching(/^\d{10,} bytes$/),
] as const;

/** What is changed in the sample, and the kind, argument, expected and got that come of it. */
const REFUSALS: [Change, string, string, string, string][] = [
  [{ queries: zeros(2, 3) }, 'ShapeMismatch', 'queries', '(m, 1)', '(2, 3)'],
  [{ values: zeros(2, 1) }, 'ShapeMismatch', 'values', '(3, d_v)', '(2, 1)'],
  [{ values: zeros(3, 0) }, 'EmptyInput', 'values', 'at least one column', '(3, 0)'],
  [{ keys: zeros(0, 1), values: zeros(0, 1) }, ...KEYS, '(0, 1)'],
  [{ keys: zeros(3, 0), queries: zeros(1, 0) }, ...KEYS, '(3, 0)'],
  [{ sigma: 0 }, ...SIGMA, '0'],
  [{ sigma: -1 }, ...SIGMA, '-1'],
  [{ sigma: Number.NaN }, ...SIGMA, 'NaN'],
  [{ sigma: Number.POSITIVE_INFINITY }, ...SIGMA, 'Infinity'],
  [{ sigma: Number.NEGATIVE_INFINITY }, ...SIGMA, '-Infinity'],
  [{ kernel: 'dot', sigma: 0 }, ...SIGMA, '0'],
  [{ keys: { shape: [3], data: [1, 2, 3] } }, 'ShapeMismatch', 'keys', '2 axes', '1'],
  [{ queries: { shape: [], data: [57] } }, 'ShapeMismatch', 'queries', '2 axes', '0'],
  [
    { keys: { shape: [3, 1], data: [51, 56] } },
    'ShapeMismatch',
    'keys',
    '3 numbers for (3, 1)',
    '2',
  ],
  [
    { values: { shape: [3, -1], data: [] } },
    'ShapeMismatch',
    'values',
    'whole numbers ≥ 0',
    '(3, -1)',
  ],
  [
    { queries: { shape: [0.5, 2], data: [1] } },
    'ShapeMismatch',
    'queries',
    'whole numbers ≥ 0',
    '(0.5, 2)',
  ],
  [
    { queries: { shape: [1, 1, 1, 1, 1, 1, 1], data: [1] } },
    'ShapeMismatch',
    'queries',
    'at most 6 axes',
    '(1, 1, 1, 1, 1, 1, 1)',
  ],
  [{ kernel: 'cosine' as Kernel }, 'UnknownOption', 'kernel', KERNELS.join(', '), 'cosine'],
  [
    { keys: { shape: [2 ** 28, 1], data: hollow(2 ** 28) }, precision: 'float64' },
    'OutOfMemory',
    'memory',
    'at most 2147483647 bytes',
    expect.stringMatching(/^21474838\d\d$/),
  ],
  [
    { keys: { shape: [2 ** 28 - 64, 1], data: hollow(2 ** 28 - 64) }, precision: 'float64' },
    'OutOfMemory',
    ...MEMORY,
  ],
  [
    { queries: zeros(20_000, 1), keys: zeros(20_000, 1), values: zeros(20_000, 1) },
    'OutOfMemory',
    ...MEMORY,
  ],
];

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('the call was not refused');
}

function expectRefusal(thrown: unknown, ...parts: string[]): void {
  expect(thrown).toBeInstanceOf(AttentionError);
  const { name, kind, argument, expected, got, message } = thrown as AttentionError;
  expect(name).toBe('AttentionError');
  expect([kind, argument, expected, got]).toEqual(parts);
  expect(message).toBe(`${argument}: expected ${expected}, got ${got}`);
}

for (const twin of TWINS) {
  const { engine, bindings } = await openEngine(twin);
  describe.each(PRECISIONS)(`errors, ${twin}, %s`, (precision) => {
    const sample = { ...SAMPLE, precision };
    const expectUsable = () =>
      expect(engine.kernelRegression(sample).prediction.data[0]).toBeCloseTo(45.5, 6);

    it.each(REFUSALS)('%o is refused as %s of %s', (change, ...parts) => {
      const input = { ...sample, ...change };
      expectRefusal(
        thrownBy(() => engine.kernelRegression(input)),
        ...parts,
      );
      expectUsable();
    });

    it('further queries for a curve must have the keys’ dimension', () => {
      expectRefusal(
        thrownBy(() => engine.kernelRegression({ ...sample, curveQueries: zeros(5, 2) })),
        ...['ShapeMismatch', 'curveQueries', '(c, 1)', '(5, 2)'],
      );
      expectUsable();
    });

    it('the gradient refuses what the regression refuses, and an output gradient that does not fit', () => {
      const call = (change: Change & { outputGradient?: Tensor }) => () =>
        engine.kernelRegressionGradient({ ...sample, outputGradient: column(1), ...change });
      expectRefusal(thrownBy(call({ sigma: 0 })), ...SIGMA, '0');
      expectRefusal(thrownBy(call({ keys: zeros(0, 1), values: zeros(0, 1) })), ...KEYS, '(0, 1)');
      expectRefusal(
        thrownBy(call({ outputGradient: zeros(1, 2) })),
        ...['ShapeMismatch', 'outputGradient', '(1, 1)', '(1, 2)'],
      );
      expectUsable();
    });

    it('softmax refuses data that do not fill the shape', () => {
      expectRefusal(
        thrownBy(() => engine.softmax({ precision, logits: { shape: [2, 2], data: [1, 2, 3] } })),
        ...['ShapeMismatch', 'logits', '4 numbers for (2, 2)', '3'],
      );
    });

    it('a kernel or sign that C++ does not know by number is refused there', () => {
      engine.kernelRegression(sample); // leaves good tensors in the request block
      const call =
        precision === 'float32' ? bindings.kernelRegression32 : bindings.kernelRegression64;
      for (const kernel of [-1, KERNELS.length]) {
        expect(call(kernel, 1, -1)).toBe(0);
        expect(bindings.failure()).toEqual([
          'UnknownOption',
          'kernel',
          'a number below 5',
          `${kernel}`,
        ]);
      }
      expect(call(0, 1, 0)).toBe(0);
      expect(bindings.failure()).toEqual(['UnknownOption', 'sign', '-1 or 1', '0']);
      expectUsable();
    });
  });

  it(`errors, ${twin}: a bandwidth too small for float32 is 0 there`, () => {
    const sample = { ...SAMPLE, sigma: 1e-50 };
    expectRefusal(
      thrownBy(() => engine.kernelRegression({ ...sample, precision: 'float32' })),
      ...SIGMA,
      '0',
    );
    expect(() => engine.kernelRegression({ ...sample, precision: 'float64' })).not.toThrow();
  });

  it(`errors, ${twin}: a fault inside the module is an Internal AttentionError`, async () => {
    const module = await loadModule(twin);
    const trap = () => {
      throw new WebAssembly.RuntimeError('unreachable');
    };
    const faulty = new Engine(twin, {
      ...module,
      bindings: { ...module.bindings, softmax64: trap },
    });
    expectRefusal(
      thrownBy(() => faulty.softmax({ precision: 'float64', logits: column(1) })),
      ...['Internal', 'call', 'no fault', 'unreachable'],
    );
  });
}

describe('errors: whatever else is thrown', () => {
  it.each([
    ['a trap', new WebAssembly.RuntimeError('unreachable'), 'unreachable'],
    ['a bare number', 5246000, '5246000'],
    ['nothing', undefined, 'undefined'],
  ])('%s becomes an Internal AttentionError', (_what, thrown, text) => {
    expectRefusal(asAttentionError(thrown), 'Internal', 'call', 'no fault', text);
  });

  it('an AttentionError stays itself', () => {
    const error = new AttentionError('OutOfRange', 'sigma', 'more', 'less');
    expect(asAttentionError(error)).toBe(error);
  });
});
