// SPDX-License-Identifier: MIT
import type { Twin } from './twin.ts';

/** What a module contains: everything, or everything but training. */
export type Part = 'all' | 'core';

// Bundlers recognise assets only in this form.
const URLS: Readonly<Record<`${Twin}-${Part}`, () => URL>> = {
  'relaxed-all': () =>
    new URL('../../../build/wasm-relaxed/cpp/bindings/attention.wasm', import.meta.url),
  'simd-all': () =>
    new URL('../../../build/wasm-simd/cpp/bindings/attention.wasm', import.meta.url),
  'scalar-all': () =>
    new URL('../../../build/wasm-scalar/cpp/bindings/attention.wasm', import.meta.url),
  'relaxed-core': () =>
    new URL('../../../build/wasm-relaxed/cpp/bindings/attention-core.wasm', import.meta.url),
  'simd-core': () =>
    new URL('../../../build/wasm-simd/cpp/bindings/attention-core.wasm', import.meta.url),
  'scalar-core': () =>
    new URL('../../../build/wasm-scalar/cpp/bindings/attention-core.wasm', import.meta.url),
};

/** The address of a twin's .wasm, relative to this file, so that any sub-path or origin works. */
export const wasmUrl = (twin: Twin, part: Part = 'all'): URL => URLS[`${twin}-${part}`]();
