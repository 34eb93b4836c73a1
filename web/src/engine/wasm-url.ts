// SPDX-License-Identifier: MIT
import type { Twin } from './twin.ts';

/** Where a twin's .wasm lies: relative to this file, so that any sub-path or origin will do. */
export function wasmUrl(twin: Twin): URL {
  return twin === 'simd'
    ? new URL('../../../build/wasm-simd/cpp/bindings/attention.wasm', import.meta.url)
    : new URL('../../../build/wasm-scalar/cpp/bindings/attention.wasm', import.meta.url);
}
