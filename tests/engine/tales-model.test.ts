// SPDX-License-Identifier: MIT
// Compares the steps of a tales model, each a call of the engine, with the library's own forward pass.
import { afterAll, describe, expect, test } from 'vitest';
import { AttentionError, createEngine } from '../../web/src/engine/node.ts';
import { readTalesFile } from '../../web/src/engine/tales-file.ts';
import { languageModelOf, TalesModel } from '../../web/src/engine/tales-model.ts';
import { openNative } from './native.ts';
import { openEngine, TWINS } from './support.ts';
import { modelOf, TINY, train } from './tales.ts';

const KINDS = [
  {},
  { norm: 'layer', activation: 'relu', position_encoding: 'learned' },
  { norm: 'none', activation: 'gelu_tanh', position_encoding: 'alibi' },
];
const TEXT = ' the model adds what each head has read to the stream of the token.';

function trained(kind: Partial<typeof TINY>): Buffer {
  const run = Object.values(kind).join('-') || 'tiny';
  expect(train(run, { ...kind, steps: 30 })).toBe('');
  return modelOf(run);
}

const far = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  a.length === b.length
    ? Math.max(...Array.from(a, (one, i) => Math.abs(one - (b[i] as number))))
    : Number.NaN;

const native = openNative();
afterAll(() => native.close());
const engines = [
  native.engine,
  ...(await Promise.all(TWINS.map(openEngine))).map((one) => one.engine),
];

describe.each(engines)('$twin', (engine) => {
  test.each(KINDS)('the steps of a model with %j are those of the library', (kind) => {
    const bytes = trained(kind);
    const model = new TalesModel(engine, bytes);
    const tokens = model.encode(TEXT).slice(0, TINY.positions);
    expect(tokens.length).toBeGreaterThan(10);
    const { embedded, layers, logits } = model.stages(tokens);
    const whole = languageModelOf(engine, readTalesFile(bytes));
    const sequence = { tokens: { shape: [tokens.length], data: tokens } };
    const { streams, weights, logits: expected } = whole.stages(sequence);
    whole.release();
    const parts = [embedded, ...layers.map(({ stream }) => stream)];
    expect(
      far(
        parts.flatMap(({ data }) => [...data]),
        streams.data,
      ),
    ).toBeLessThan(1e-5);
    const seen = layers.flatMap((layer) => [...layer.weights.data]);
    expect(far(seen, weights.data)).toBeLessThan(1e-5);
    expect(far(logits.data, expected.data)).toBeLessThan(1e-5);

    const generator = model.generator();
    const said = tokens.map((token) => generator.next({ shape: [1], data: [token] }).data);
    generator.release();
    expect(
      far(
        said.flatMap((row) => [...row]),
        expected.data,
      ),
    ).toBeLessThan(1e-5);

    const begun = model.stages(tokens.slice(0, 4));
    const more = model.stages(tokens.slice(4, 9), [], begun);
    const rest = model.stages(tokens.slice(9), [], more);
    const continued = [begun, more, rest].flatMap((one) => [...one.logits.data]);
    expect(far(continued, logits.data)).toBeLessThan(1e-5);
    expect(refused(() => model.stages(Array(TINY.positions).fill(1), [], begun))).toBe('tokens');

    const off = [
      { layer: 1, head: 0 },
      { layer: 1, head: 1 },
    ];
    const without = model.stages(tokens, off).layers[1];
    expect(Math.max(...(without?.attention.data ?? [1]).map(Math.abs))).toBe(0);
    expect(model.loss(tokens, off)).not.toBe(model.loss(tokens));
  });
});

function refused(call: () => unknown): string | undefined {
  try {
    call();
  } catch (error) {
    if (error instanceof AttentionError) return error.argument;
    throw error;
  }
}

test.each(TWINS)(
  '%s: bad arguments are refused by name on a fresh engine, which stays usable',
  async (twin) => {
    const { engine } = await openEngine(twin);
    const bytes = trained({});
    const lost = Buffer.from(bytes.toString('latin1').replaceAll('W_q_0', 'W_x_0'), 'latin1');
    expect(refused(() => new TalesModel(engine, lost))).toBe('W_q_0');
    const other = Buffer.from(bytes.toString('latin1').replaceAll('merges', 'merged'), 'latin1');
    expect(refused(() => new TalesModel(engine, other))).toBe('tokenizer');
    const model = new TalesModel(engine, bytes);
    const { positions, vocabulary, layers, heads } = TINY;
    for (const tokens of [[], Array(positions + 1).fill(1), [vocabulary], [-1], [0.5]])
      expect(refused(() => model.stages(tokens))).toBe('tokens');
    for (const [layer, head, argument] of [
      [layers, 0, 'without.layer'],
      [0, heads, 'without.head'],
      [-1, 0, 'without.layer'],
    ] as const)
      expect(refused(() => model.stages([1], [{ layer, head }]))).toBe(argument);
    expect(refused(() => model.loss([1]))).toBe('tokens');
    expect(model.decode(model.encode(TEXT))).toBe(TEXT);
    expect(model.stages([1]).logits.shape).toEqual([1, vocabulary]);
  },
);

test('an engine without training loads one that can train', async () => {
  const core = await createEngine({ training: false, simd: 'simd' });
  const file = trained({});
  expect(refused(() => new TalesModel(core, file))).toBe('training');
  const model = await core.talesModel({ file });
  expect(model.stages([1]).layers).toHaveLength(TINY.layers);
  const shipped = await core.talesModel();
  expect(shipped.settings.vocabulary).toBe(2048);
  expect(shipped.heldOutLoss).toBeLessThan(3.4);
});

test('a model that cannot be loaded is refused by its address', async () => {
  const file = new URL('file:///missing.safetensors');
  await expect(native.engine.talesModel({ file })).rejects.toThrow(file.href);
});
