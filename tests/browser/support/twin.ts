// SPDX-License-Identifier: MIT
import type { Twin } from '../../../web/src/engine/index.ts';
import type { Engine } from './engine.ts';

/** The fastest twin that each engine takes: WebKitGTK has relaxed SIMD behind a flag. */
export const FASTEST: Readonly<Record<Engine, Twin>> = {
  chromium: 'relaxed',
  firefox: 'relaxed',
  webkit: 'simd',
};
