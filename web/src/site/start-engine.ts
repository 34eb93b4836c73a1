// SPDX-License-Identifier: MIT
import { createEngine, type Engine, TWINS } from '../engine/index.ts';

/** Starts the engine, with the twin that the address forces, if any. */
export function startEngine(): Promise<Engine> {
  const forced = new URLSearchParams(location.search).get('simd');
  const engine = createEngine({
    simd: TWINS.find((twin) => twin === forced) ?? 'auto',
  });
  // Avoids an unhandled rejection if loading fails before the page can report it.
  engine.catch(() => {});
  return engine;
}
