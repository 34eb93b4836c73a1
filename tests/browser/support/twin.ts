// SPDX-License-Identifier: MIT
import type { Twin } from '../../../web/src/engine/index.ts';
import type { Engine } from './engine.ts';

/** The fastest of the three WebAssembly builds that each engine runs: WebKitGTK has relaxed SIMD only behind a flag. */
export const FASTEST: Readonly<Record<Engine, Twin>> = {
  chromium: 'relaxed',
  firefox: 'relaxed',
  webkit: 'simd',
};
