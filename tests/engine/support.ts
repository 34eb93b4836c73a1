// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { Engine, type Tensor, type Twin } from '../../web/src/engine/index.ts';
import { type LoadedModule, loadModule } from '../../web/src/engine/load.ts';
import { wasmUrl } from '../../web/src/engine/wasm-url.ts';

export { TWINS } from '../../web/src/engine/index.ts';

export const PRECISIONS = ['float32', 'float64'] as const;

/** A (n, 1) tensor. */
export const column = (...data: number[]): Tensor => ({ shape: [data.length, 1], data });

/** Document 001's sample: waists as keys, weights as values, and the query 57. */
export const SAMPLE = {
  queries: column(57),
  keys: column(51, 56, 58),
  values: column(40, 43, 48),
};

/** Numbers in [0, 1) that are the same on every run, multiples of 1/1024. */
export function randomTensor(shape: readonly number[], seed: number): Tensor {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 22) / 1024;
  };
  return { shape, data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, next) };
}

/** The file that a twin's engine loads. */
export const wasmBytes = (twin: Twin): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(wasmUrl(twin)));

/** An engine with a view of what lies under it. */
export async function openEngine(twin: Twin): Promise<LoadedModule & { engine: Engine }> {
  const module = await loadModule(twin);
  return { ...module, engine: new Engine(twin, module) };
}
