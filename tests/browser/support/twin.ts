// SPDX-License-Identifier: MIT
import type { Twin } from '../../../web/src/engine/index.ts';
import type { Engine } from './engine.ts';

/**
 * For each browser engine, the fastest of the two WebAssembly builds that it can run. WebKitGTK has relaxed SIMD only
 * behind a flag.
 */
export const FASTEST: Readonly<Record<Engine, Twin>> = {
  chromium: 'relaxed',
  firefox: 'relaxed',
  webkit: 'simd',
};
