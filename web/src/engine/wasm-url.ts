// SPDX-License-Identifier: MIT
import type { Twin } from './twin.ts';
import { URLS } from './urls.ts';

/**
 * The contents of a WebAssembly module: `all`; or `core`, which lacks training and the other parts of a Transformer
 * (norms, GELU, rotary positions, ALiBi).
 */
export type Part = 'all' | 'core';
export type ModuleName = `${Twin}-${Part}`;

/** Whether this package contains the module. The npm package lacks `relaxed-core`. */
export const hasModule = (twin: Twin, part: Part): boolean => URLS[`${twin}-${part}`] !== undefined;

/** The URL of a .wasm file, relative to this file, so that it works on any path and origin. */
export function wasmUrl(twin: Twin, part: Part = 'all'): URL {
  const url = URLS[`${twin}-${part}`];
  if (url === undefined) throw new Error(`this build contains no ${twin} module`);
  return url();
}
