// SPDX-License-Identifier: MIT
import { createEngine, type Engine, type EngineOptions } from '../engine/index.ts';

const engines = new Map<unknown, Promise<Engine>>();

/**
 * Returns the engine for a WebAssembly module. All embeds of a page that use the same module share one engine. The first
 * embed decides whether the default module contains training; a module that the host page provides does. A failed load
 * is not cached, so that a later call tries again.
 * @param trains  whether the lesson needs training, which the engine then has
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
