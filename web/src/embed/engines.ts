// SPDX-License-Identifier: MIT
import { createEngine, type Engine, type EngineOptions } from '../engine/index.ts';

const engines = new Map<unknown, Promise<Engine>>();

/**
 * The engine of a source, shared by all embeds of a page. Lessons do not need training on the page; a module that the
 * host gives is the whole one. A failed load is forgotten, so that it can be tried again.
 */
export function sharedEngine(options: EngineOptions = {}): Promise<Engine> {
  const { simd = 'auto', wasm = simd } = options;
  const key = wasm instanceof URL ? wasm.href : wasm;
  const engine =
    engines.get(key) ??
    createEngine({ training: options.wasm !== undefined, ...options }).catch((error) => {
      engines.delete(key);
      throw error;
    });
  engines.set(key, engine);
  return engine;
}
