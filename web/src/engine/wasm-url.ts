// SPDX-License-Identifier: MIT
import type { Twin } from './twin.ts';

// Bundlers know an address by this form of it.
const URLS: Readonly<Record<Twin, () => URL>> = {
  relaxed: () =>
    new URL('../../../build/wasm-relaxed/cpp/bindings/attention.wasm', import.meta.url),
  simd: () => new URL('../../../build/wasm-simd/cpp/bindings/attention.wasm', import.meta.url),
  scalar: () => new URL('../../../build/wasm-scalar/cpp/bindings/attention.wasm', import.meta.url),
};

/** Where a twin's .wasm lies: relative to this file, so that any sub-path or origin will do. */
export const wasmUrl = (twin: Twin): URL => URLS[twin]();
