// SPDX-License-Identifier: MIT
// The scripts that Emscripten generates for the WebAssembly modules: '#wasm/all' and '#wasm/core' (see `Part`).
declare module '#wasm/*' {
  const createAttentionModule: import('./glue.ts').Factory;
  export default createAttentionModule;
}
