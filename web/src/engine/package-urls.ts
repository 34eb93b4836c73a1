// SPDX-License-Identifier: MIT
import type { ModuleName } from './wasm-url.ts';

/** URLs of the WebAssembly modules in the npm package. It omits `relaxed-core` to limit its size. */
export const URLS: Readonly<Partial<Record<ModuleName, () => URL>>> = {
  'relaxed-all': () => new URL('../../../build/wasm/relaxed/attention.wasm', import.meta.url),
  'simd-all': () => new URL('../../../build/wasm/simd/attention.wasm', import.meta.url),
  'simd-core': () => new URL('../../../build/wasm/simd/attention-core.wasm', import.meta.url),
};
