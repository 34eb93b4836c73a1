// SPDX-License-Identifier: MIT
// Checks the numbers that the lesson "writing" shows about the heads of the tales model, by measuring them again.
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import heads from '../../web/src/lessons/writing/heads.json';
import { openNative } from './native.ts';
import { measureHeads } from './tales-heads.ts';

const DECIMALS = 3;
const native = openNative();
afterAll(() => native.close());

const read = (path: string): Buffer => readFileSync(new URL(path, import.meta.url));

/** Replaces each number in a value by a matcher with a tolerance of half a unit of the last of DECIMALS decimals. */
const near = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one) =>
    typeof one === 'number' ? expect.closeTo(one, DECIMALS) : one,
  );

test('the recorded numbers of each head are those of the model', () => {
  const weights = read('../../web/src/engine/tales/model.safetensors');
  const text = read('tales/held-out.txt').toString();
  expect(measureHeads(native.engine, weights, text)).toEqual(near(heads));
});
