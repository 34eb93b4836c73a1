// SPDX-License-Identifier: MIT
// The scripts that Emscripten generates for the WebAssembly modules. The module "core" contains no trainers and no
// language models.
declare module '#wasm/*' {
  const createAttentionModule: import('./glue.ts').Factory;
  export default createAttentionModule;
}
