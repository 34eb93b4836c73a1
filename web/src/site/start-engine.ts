// SPDX-License-Identifier: MIT
import { createEngine, type Engine, TWINS } from '../engine/index.ts';

/** Starts to load the engine, with training if `training`. The query parameter `simd` can select a build. */
export function startEngine(training = false): Promise<Engine> {
  const forced = new URLSearchParams(location.search).get('simd');
  const engine = createEngine({
    simd: TWINS.find((twin) => twin === forced) ?? 'auto',
    training,
  });
  // Without this, a failed load would be reported as an unhandled rejection before the page handles it.
  engine.catch(() => {});
  return engine;
}
