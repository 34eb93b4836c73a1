// SPDX-License-Identifier: MIT
// The steps of a tales model, each a call of the engine, beside those of the library's own forward pass.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '../../web/src/engine/index.ts';
import { readTalesFile } from '../../web/src/engine/tales-file.ts';
import { TalesModel } from '../../web/src/engine/tales-model.ts';
import { openNative } from './native.ts';
import { openEngine, TWINS } from './support.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'build/native-release/cpp/tales/train-tales');
const SETTINGS = {
  ...{ vocabulary: 200, width: 16, layers: 2, heads: 2, hidden: 32, positions: 24, norm: 'rms' },
  ...{ activation: 'gelu', position_encoding: 'rotary', learning_rate: 0.01, beta2: 0.99 },
  ...{ weight_decay: 0.1, clip: 1, workers: 1, sequences_per_worker: 2, steps: 30, warm_up: 5 },
  ...{ min_count: 10, seed: 3 },
};
const KINDS = [
  {},
  { norm: 'layer', activation: 'relu', position_encoding: 'learned' },
  { norm: 'none', activation: 'gelu_tanh', position_encoding: 'alibi' },
];
const TEXT = ' the model adds what each head has read to the stream of the token.';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'attention-tales-model-'));
  copyFileSync(join(ROOT, 'docs/cpp.md'), join(folder, 'train.txt'));
  copyFileSync(join(ROOT, 'docs/design.md'), join(folder, 'held.txt'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function trained(kind: object): Uint8Array {
  const [settings, run] = [join(folder, 'settings.json'), mkdtempSync(join(folder, 'run-'))];
  writeFileSync(settings, JSON.stringify({ ...SETTINGS, ...kind }));
  execFileSync(PROGRAM, [settings, folder, run], { stdio: 'ignore' });
  return readFileSync(join(run, 'model.safetensors'));
}

/** The library's own forward pass. */
function whole(engine: Engine, bytes: Uint8Array, tokens: readonly number[]) {
  const { parameters, settings } = readTalesFile(bytes);
  const { position_encoding: positionEncoding, ...options } = settings;
  const model = engine.newLanguageModel({
    ...{ precision: 'float32', optimizer: 'sgd', learningRate: 1, tiedOutput: true },
    ...{ ...options, positionEncoding },
  });
  model.load(parameters);
  const stages = model.stages({ tokens: { shape: [tokens.length], data: tokens } });
  model.release();
  return stages;
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
    const tokens = model.encode(TEXT).slice(0, SETTINGS.positions);
    expect(tokens.length).toBeGreaterThan(10);
    const { embedded, layers, logits } = model.stages(tokens);
    const { streams, weights, logits: expected } = whole(engine, bytes, tokens);
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

    const off = [
      { layer: 1, head: 0 },
      { layer: 1, head: 1 },
    ];
    const without = model.stages(tokens, off).layers[1];
    expect(Math.max(...(without?.attention.data ?? [1]).map(Math.abs))).toBe(0);
    expect(model.loss(tokens, off)).not.toBe(model.loss(tokens));
  });
});

test('bad tokens are refused by name, and the model stays usable', () => {
  const model = new TalesModel(native.engine, trained({}));
  const refused = (tokens: readonly number[]) => {
    try {
      model.stages(tokens);
    } catch (error) {
      return `${error}`;
    }
  };
  for (const tokens of [
    [],
    Array(SETTINGS.positions + 1).fill(1),
    [SETTINGS.vocabulary],
    [-1],
    [0.5],
  ])
    expect(refused(tokens)).toContain('tokens');
  expect(() => model.loss([1])).toThrow('tokens');
  expect(model.decode(model.encode(TEXT))).toBe(TEXT);
  expect(model.stages([1]).logits.shape).toEqual([1, SETTINGS.vocabulary]);
});

/** Two stories of the text that the training has not seen. */
const HELD_OUT = readFileSync(new URL('tales/held-out.txt', import.meta.url), 'utf8');
const WEIGHTS = readFileSync(
  new URL('../../web/src/engine/tales/model.safetensors', import.meta.url),
);

test('the trained model has the loss on two stories that its training has not seen', () => {
  expect(WEIGHTS.length).toBeLessThan(1.2e6);
  const model = new TalesModel(native.engine, WEIGHTS);
  const { positions } = model.settings;
  const tokens = model.encode(HELD_OUT);
  let sum = 0;
  for (let i = 0; i + 1 < tokens.length; i += positions) {
    const part = tokens.slice(i, i + positions + 1);
    sum += model.loss(part) * (part.length - 1);
  }
  expect(sum / (tokens.length - 1)).toBeCloseTo(3.2028, 3);
  expect(model.heldOutLoss).toBeLessThan(3.4);
});
