// SPDX-License-Identifier: MIT
// Tests every error of the engine, from the C++ exception through WebAssembly to the AttentionError that a page
// receives.
import { describe, expect, it } from 'vitest';
import { Caller } from '../../web/src/engine/caller.ts';
import { fault } from '../../web/src/engine/errors.ts';
import { AttentionError, ERROR_KINDS, KERNELS, type Tensor } from '../../web/src/engine/index.ts';
import { loadModule } from '../../web/src/engine/load.ts';
import { partsOf, REFUSALS } from './refusals.ts';
import { openEngine, PRECISIONS, SAMPLE, TWINS } from './support.ts';

function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (thrown) {
    return thrown;
  }
  throw new Error('the call was not refused');
}

/**
 * Checks that `thrown` is an AttentionError with this text.
 * @param refusal  "Kind argument: expected …, got …"; # stands for any digits
 */
function expectRefusal(thrown: unknown, refusal: string): void {
  expect(thrown).toBeInstanceOf(AttentionError);
  const { name, kind, argument, expected, got, message } = thrown as AttentionError;
  expect(name).toBe('AttentionError');
  const parts = partsOf(refusal);
  const comesAs = parts[3].includes('#') ? got.replace(/\d+/, '#') : got;
  expect([kind, argument, expected, comesAs]).toEqual(parts);
  expect(message).toBe(`${argument}: expected ${expected}, got ${got}`);
}

/** A tensor of zeros. The operating system allocates memory only when the zeros are read; the engine throws earlier. */
const large = (length: number): Tensor => ({ shape: [length, 1], data: new Float32Array(length) });

/**
 * Keys that are too large, each after the error that they cause. The first ones exceed the limit of WebAssembly memory;
 * the second ones are below this limit, but C++ cannot allocate so much.
 */
const TOO_LARGE: [refusal: string, keys: Tensor][] = [
  ['OutOfMemory memory: expected at most 2147483647 bytes, got #', large(2 ** 28)],
  ['OutOfMemory memory: expected at most the available memory, got # bytes', large(2 ** 28 - 64)],
];

const titled = REFUSALS.map((one) => [`${one.name}: ${one.refusal}`, one] as const);

it('errors: the tests cause every kind of the library', () => {
  const kinds = new Set(REFUSALS.map(({ refusal }) => partsOf(refusal)[0]));
  expect([...kinds, 'Internal'].sort()).toEqual([...ERROR_KINDS].sort());
});

for (const twin of TWINS) {
  const { engine } = await openEngine(twin);
  describe.each(PRECISIONS)(`errors, ${twin}, %s`, (precision) => {
    const sample = { ...SAMPLE, precision };
    const expectUsable = () =>
      expect(engine.kernelRegression(sample).prediction.data[0]).toBeCloseTo(45.5, 6);

    it.each(titled)('%s', (_title, { refused, refusal }) => {
      expectRefusal(
        thrownBy(() => refused(engine, precision)),
        refusal,
      );
      expectUsable();
    });

    it('invalid or missing choices, and missing tensors, are refused by C++', async () => {
      const caller = new Caller(await loadModule(twin));
      const tensors = { ...SAMPLE, curveQueries: { shape: [0, 1], data: [] } };
      const refused = (...choices: number[]) =>
        thrownBy(() => caller.call(precision, 'kernelRegression', [], tensors, choices));
      for (const [kernel, got] of [
        [-1, '-1'],
        [KERNELS.length, '5'],
        [Number.NaN, 'NaN'],
        [1e10, '10000000000'],
      ] as const)
        expectRefusal(
          refused(kernel, 1, 0),
          `UnknownOption kernel: expected a number below 5, got ${got}`,
        );
      expectRefusal(refused(0, 1, 2), 'UnknownOption sign: expected a number below 2, got 2');
      expectRefusal(refused(0, 1), 'Internal call: expected more choices, got none');
      const { queries } = SAMPLE;
      const absent = () => caller.call(precision, 'kernelRegression', [], { queries }, [0, 1, 0]);
      expectRefusal(thrownBy(absent), 'ShapeMismatch keys: expected 2 axes, got (0)');
    });
  });

  it.each(TOO_LARGE)(`errors, ${twin}: %s`, (refusal, keys) => {
    const sample = { ...SAMPLE, keys, precision: 'float64' } as const;
    expectRefusal(
      thrownBy(() => engine.kernelRegression(sample)),
      refusal,
    );
  });

  it(`errors, ${twin}: a bandwidth that underflows in float32 is refused`, () => {
    const sample = { ...SAMPLE, sigma: 1e-50 };
    expectRefusal(
      thrownBy(() => engine.kernelRegression({ ...sample, precision: 'float32' })),
      'OutOfRange sigma: expected a finite number > 0, got 0',
    );
    expect(() => engine.kernelRegression({ ...sample, precision: 'float64' })).not.toThrow();
  });
}

describe('errors: other exceptions', () => {
  it.each([
    ['a trap', new WebAssembly.RuntimeError('unreachable'), 'unreachable'],
    ['a C++ exception', 5246000, 'an exception for which no memory was left'],
    ['nothing', undefined, 'an exception for which no memory was left'],
  ])('%s becomes an Internal AttentionError', (_what, thrown, text) => {
    expectRefusal(fault(thrown), `Internal call: expected no fault, got ${text}`);
  });
});
