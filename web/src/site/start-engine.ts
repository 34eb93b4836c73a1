// SPDX-License-Identifier: MIT
import { createEngine, type Engine, TWINS } from '../engine/index.ts';

/** Starts the engine, the twin that the address forces if it does. */
export function startEngine(): Promise<Engine> {
  const forced = new URLSearchParams(location.search).get('simd');
  const engine = createEngine({
    simd: TWINS.find((twin) => twin === forced) ?? 'auto',
    training: false,
  });
  // It may fail before there is a page to say so.
  engine.catch(() => {});
  return engine;
}
