// SPDX-License-Identifier: MIT
// What Emscripten's modules offer: the tables of cpp/bindings/*.cpp, held to them by
// tests/engine/bindings.test.ts. A call returns the address of its answer, or 0 when it is refused,
// and a maker of an object null: `failure()` then tells kind, argument, expected and got. A choice
// crosses as its place in the list of `choices()`.

declare module '#wasm/simd' {
  /** An object of the module: `delete` gives its memory back. */
  export interface Owned {
    delete(): void;
  }

  export interface JobHandle extends Owned {
    advance(count: number): boolean;
    count(): number;
    result(): number;
  }

  export interface TrainerHandle extends Owned {
    run(count: number): number;
    loss(): number;
    steps(): number;
    names(): string[];
    state(): number;
    /** Takes the lists of the state one after the other from the request; what is left is the last. */
    restore(steps: number, parameters: number, first: number): boolean;
  }

  export interface LanguageModelHandle extends Owned {
    train(count: number): number;
    stages(): number;
    gradient(): number;
    steps(): number;
    names(): string[];
    shapes(): number;
    state(): number;
    /** Takes the three lists of the state from the request. */
    restore(steps: number): boolean;
  }

  /**
   * The functions that there are for float32 (name32) and for float64 (name64). They take tensors and choices from the
   * request.
   */
  export interface Operations {
    softmax(): number;
    naiveSoftmax(): number;
    softmaxStatistics(): number;
    crossEntropy(): number;
    kernelRegression(): number;
    kernelRegressionGradient(): number;
    maskedSoftmax(): number;
    scaledDotScores(): number;
    additiveScores(): number;
    gaussianScores(): number;
    doubleTransposeScores(): number;
    angles(): number;
    selfSimilarity(): number;
    attention(): number;
    attentionGradient(): number;
    streamingAttention(): number;
    multiHead(): number;
    multiHeadOutput(): number;
    multiHeadGradient(): number;
    splitHeads(): number;
    random(): number;
    standardise(): number;
    dotProductMoments(): number;
    newKernelTrainer(): TrainerHandle | null;
    newSdpaTrainer(): TrainerHandle | null;
    newAdditiveTrainer(): TrainerHandle | null;
    newMultiHeadTrainer(): TrainerHandle | null;
    newLanguageModel(): LanguageModelHandle | null;
    newPointingTrainer(): TrainerHandle | null;
  }

  type InBoth<Table> = {
    [Name in keyof Table as `${Name & string}32` | `${Name & string}64`]: Table[Name];
  };

  export interface Bindings extends InBoth<Operations> {
    errorKinds(): string[];
    choices(): Record<string, string[]>;
    failure(): string[];
    reserve(bytes: number): number;
    /** The address of room that is kept until it is dropped. */
    hold(bytes: number): number;
    drop(address: number): void;
    ksDistance64(): number;
    multiHeadVariants(): number;
    newDotProductMoments(): JobHandle | null;
    newSaturation(): JobHandle | null;
  }

  export interface GlueOptions {
    instantiateWasm(
      imports: WebAssembly.Imports,
      receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
    ): WebAssembly.Exports;
  }

  /** Makes an instance: at once where the module is linked with -sWASM_ASYNC_COMPILATION=0. */
  export type Factory = (options: GlueOptions) => Bindings | Promise<Bindings>;

  const createAttentionModule: Factory;
  export default createAttentionModule;
}

declare module '#wasm/relaxed' {
  export * from '#wasm/simd';
  export { default } from '#wasm/simd';
}

declare module '#wasm/scalar' {
  export * from '#wasm/simd';
  export { default } from '#wasm/simd';
}
