// SPDX-License-Identifier: MIT
import packed from 'virtual:held-wasm';
import { bestTwin, type EngineOptions } from '../engine/index.ts';
import { HELD } from './single/parts.ts';
import { inflated } from './single/unpack.ts';

/**
 * The engine options with the bytes of the WebAssembly module. The file of a notebook widget contains these bytes,
 * because some tools copy only one file.
 */
export async function heldEngine(): Promise<EngineOptions> {
  const simd = bestTwin(HELD);
  return { simd, wasm: await inflated(packed[simd] ?? '').arrayBuffer() };
}
