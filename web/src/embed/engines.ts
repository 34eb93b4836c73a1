// SPDX-License-Identifier: MIT
import { createEngine, type Engine, type EngineOptions } from '../engine/index.ts';

const engines = new Map<unknown, Promise<Engine>>();

/**
 * Returns the engine for a WebAssembly module, which all embeds of a page share. A failed load is not cached, so that a
 * later call tries again. A module from the host page (`options.wasm`) is assumed to contain training.
 * @param trains  whether the returned engine must be able to train
 */
export async function sharedEngine(options: EngineOptions = {}, trains = false): Promise<Engine> {
  const { simd = 'auto', wasm = simd } = options;
  const key = wasm instanceof URL ? wasm.href : wasm;
  const loading =
    engines.get(key) ??
    createEngine({ training: trains || options.wasm !== undefined, ...options }).catch((error) => {
      engines.delete(key);
      throw error;
    });
  engines.set(key, loading);
  const engine = await loading;
  return trains ? engine.withTraining() : engine;
}
