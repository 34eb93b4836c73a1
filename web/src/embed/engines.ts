// SPDX-License-Identifier: MIT
import { createEngine, type Engine, type EngineOptions } from '../engine/index.ts';

const engines = new Map<unknown, Promise<Engine>>();

/**
 * Returns the engine for a WebAssembly module. All embeds of a page that use the same module share one engine. The
 * default module does not contain training; a module that the host page provides does. A failed load is not cached, so
 * that a later call tries again.
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
