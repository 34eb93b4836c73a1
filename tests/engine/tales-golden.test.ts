// SPDX-License-Identifier: MIT
// Compares every stage of the trained tales model with PyTorch (tests/golden-tales).
import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { TalesModel } from '../../web/src/engine/tales-model.ts';
import type { Tensor } from '../../web/src/engine/tensor.ts';
import { openNative } from './native.ts';
import { openEngine, TWINS } from './support.ts';

/** A stage as stages.py records it: the largest absolute value of all its entries, and each `every`-th entry. */
interface Sample {
  shape: number[];
  largest: number;
  entries: number[];
}

interface Case {
  text?: string;
  tokens: number[];
  every: number;
  embedded: Sample;
  layers: Record<string, Sample>[];
  logits: Sample;
}

/** The tolerance for float32 against PyTorch's float64, as a share of the largest absolute value of a stage. */
const TOLERANCE = 1e-4;
const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url));
const WEIGHTS = read('web/src/engine/tales/model.safetensors');
const { cases }: { cases: Case[] } = JSON.parse(`${read('tests/golden-tales/stages.json')}`);

const native = openNative();
afterAll(() => native.close());
const doors = [
  { door: 'native', engine: native.engine },
  ...(await Promise.all(TWINS.map(openEngine))).map(({ engine }) => ({
    door: engine.twin,
    engine,
  })),
];

/** The largest error of a stage, as a share of its largest absolute value. */
function distance({ data }: Tensor, { largest, entries }: Sample, every: number): number {
  const all = Array.from(data);
  const seen = all.filter((_, i) => i % every === 0);
  expect(seen).toHaveLength(entries.length);
  const peak = all.reduce((most, x) => Math.max(most, Math.abs(x)), 0);
  const errors = seen.map((x, i) => Math.abs(x - (entries[i] as number)));
  return Math.max(Math.abs(peak - largest), ...errors) / largest;
}

describe.each(doors)('$door', ({ engine }) => {
  const model = new TalesModel(engine, WEIGHTS);

  test.each(cases)('every stage of $tokens.length tokens is that of PyTorch', (golden) => {
    const { text, tokens, every } = golden;
    if (text !== undefined) expect(model.encode(text)).toEqual(tokens);
    const { embedded, layers, logits } = model.stages(tokens);
    const far: Record<string, number> = {};
    const compare = (name: string, stage: Tensor, sample: Sample | undefined) => {
      expect(stage.shape, name).toEqual(sample?.shape);
      far[name] = distance(stage, sample as Sample, every);
    };
    compare('embedded', embedded, golden.embedded);
    expect(layers).toHaveLength(golden.layers.length);
    layers.forEach((stages, layer) => {
      for (const [name, stage] of Object.entries(stages))
        compare(`${name} ${layer}`, stage, golden.layers[layer]?.[name]);
    });
    compare('logits', logits, golden.logits);
    expect(Object.entries(far).filter(([, share]) => !(share <= TOLERANCE))).toEqual([]);
  });
});
