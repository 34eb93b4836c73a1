// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Engine, type Tensor, type Twin } from '../../web/src/engine/index.ts';
import { type LoadedModule, loadModule } from '../../web/src/engine/load.ts';
import { wasmUrl } from '../../web/src/engine/wasm-url.ts';

import { type GoldenCase, readCases } from './golden/case.ts';

export { TWINS } from '../../web/src/engine/index.ts';

export const PRECISIONS = ['float32', 'float64'] as const;

export const column = (...data: number[]): Tensor => ({ shape: [data.length, 1], data });

/**
 * The example of document 001 (a source text, see web/src/ledger): waists as keys, weights in kg as
 * values, and the query 57.
 */
export const SAMPLE = {
  queries: column(57),
  keys: column(51, 56, 58),
  values: column(40, 43, 48),
};

/** A tensor of pseudo-random multiples of 1/1024 in [0, 1), which depend only on the seed. */
export function randomTensor(shape: readonly number[], seed: number): Tensor {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 22) / 1024;
  };
  return { shape, data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, next) };
}

export const wasmBytes = (twin: Twin): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(wasmUrl(twin)));

export async function openEngine(twin: Twin): Promise<LoadedModule & { engine: Engine }> {
  const module = await loadModule(twin);
  return { ...module, engine: new Engine(twin, module) };
}

export const sumOf = (list: Iterable<number>): number => [...list].reduce((sum, x) => sum + x, 0);

/** @param file  a file of tests/golden, without extension */
export function goldenOf(file: string, id: string): GoldenCase {
  const path = fileURLToPath(new URL(`../golden/${file}.json`, import.meta.url));
  const found = readCases(path).find((one) => one.id === id);
  if (found === undefined) throw new Error(`no case ${id}`);
  return found;
}
