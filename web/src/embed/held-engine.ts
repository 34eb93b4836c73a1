// SPDX-License-Identifier: MIT
import packed from 'virtual:held-wasm';
import type { EngineOptions } from '../engine/index.ts';
import { inflated } from './single/unpack.ts';

/**
 * The engine options with the bytes of the WebAssembly module. The file of a notebook widget contains these bytes,
 * because some tools copy only one file.
 */
export const heldEngine = async (): Promise<EngineOptions> => ({
  wasm: await inflated(packed).arrayBuffer(),
});
