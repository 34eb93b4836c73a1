// SPDX-License-Identifier: MIT
import type { ModuleName } from './wasm-url.ts';

/** URLs of the WebAssembly modules in the npm package. To limit its size, the package lacks `relaxed-core`. */
export const URLS: Readonly<Partial<Record<ModuleName, () => URL>>> = {
  'relaxed-all': () => new URL('../../../build/wasm/relaxed/attention.wasm', import.meta.url),
  'simd-all': () => new URL('../../../build/wasm/simd/attention.wasm', import.meta.url),
  'simd-core': () => new URL('../../../build/wasm/simd/attention-core.wasm', import.meta.url),
};
