// SPDX-License-Identifier: MIT
// The scripts that Emscripten generates for each build of the WebAssembly module. Modules with "core" in their names
// contain no trainers and no language models.
declare module '#wasm/*' {
  const createAttentionModule: import('./glue.ts').Factory;
  export default createAttentionModule;
}
