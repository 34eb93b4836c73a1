// SPDX-License-Identifier: MIT
import type { ModuleName } from './wasm-url.ts';

/** URLs of the WebAssembly modules, by build and part. In the npm package, package-urls.ts replaces this file. */
export const URLS: Readonly<Partial<Record<ModuleName, () => URL>>> = {
  // Each URL is written out, because bundlers recognise assets only in the form `new URL('…', import.meta.url)`.
  'relaxed-all': () => new URL('../../../build/wasm/relaxed/attention.wasm', import.meta.url),
  'simd-all': () => new URL('../../../build/wasm/simd/attention.wasm', import.meta.url),
  'relaxed-core': () => new URL('../../../build/wasm/relaxed/attention-core.wasm', import.meta.url),
  'simd-core': () => new URL('../../../build/wasm/simd/attention-core.wasm', import.meta.url),
};
