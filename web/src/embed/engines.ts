// SPDX-License-Identifier: MIT
import { createEngine, type Engine, type EngineOptions } from '../engine/index.ts';

const engines = new Map<unknown, Promise<Engine>>();

/** The engine of a source: one for all embeds of a page. A load that failed is forgotten, to be tried again. */
export function sharedEngine(options: EngineOptions = {}): Promise<Engine> {
  const { simd = 'auto', wasm = simd } = options;
  const key = wasm instanceof URL ? wasm.href : wasm;
  const engine =
    engines.get(key) ??
    createEngine(options).catch((error) => {
      engines.delete(key);
      throw error;
    });
  engines.set(key, engine);
  return engine;
}
