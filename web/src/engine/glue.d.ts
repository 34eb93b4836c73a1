// SPDX-License-Identifier: MIT
// What Emscripten's modules offer: the table of cpp/bindings/bindings.cpp, held to it by
// tests/engine/bindings.test.ts. Every call but the lists returns an address, or 0 when it is
// refused: `failure()` then tells kind, argument, expected and got.

declare module '#wasm/simd' {
  export interface Bindings {
    errorKinds(): string[];
    kernels(): string[];
    failure(): string[];
    reserve(bytes: number): number;
    softmax32(): number;
    softmax64(): number;
    kernelRegression32(kernel: number, sigma: number, sign: number): number;
    kernelRegression64(kernel: number, sigma: number, sign: number): number;
    kernelRegressionGradient32(kernel: number, sigma: number, sign: number): number;
    kernelRegressionGradient64(kernel: number, sigma: number, sign: number): number;
  }

  export interface GlueOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): object;
  }

  const createAttentionModule: (options: GlueOptions) => Promise<Bindings>;
  export default createAttentionModule;
}

declare module '#wasm/scalar' {
  export { type Bindings, default, type GlueOptions } from '#wasm/simd';
}
