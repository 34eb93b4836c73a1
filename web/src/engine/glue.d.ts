// SPDX-License-Identifier: MIT
// What Emscripten's modules offer: the tables of cpp/bindings/*.cpp, held to them by
// tests/engine/bindings.test.ts. A call returns the address of its answer, or 0 when it is refused,
// and a maker of an object null: `failure()` then tells kind, argument, expected and got. Choices
// cross as their place in the list of `choices()`.

declare module '#wasm/simd' {
  export interface ScaleCall {
    divisor: number;
    number: number;
    embedSize: number;
  }

  export interface MaskingCall {
    isHideMask: boolean;
    isTrailing: boolean;
    isCausal: boolean;
    method: number;
    fill: number;
    emptyRow: number;
  }

  export interface DropoutCall {
    rate: number;
    seed: number;
  }

  export interface AttentionCall {
    score: number;
    scale: ScaleCall;
    sigma: number;
    masking: MaskingCall;
    maskBeforeScale: boolean;
    dropout: DropoutCall;
  }

  export interface StreamingCall {
    scale: ScaleCall;
    masking: MaskingCall;
    tileQueries: number;
    tileKeys: number;
  }

  export interface MultiHeadCall {
    numHeads: number;
    projection: number;
    shapeFromQueries: boolean;
    scale: ScaleCall;
    masking: MaskingCall;
    maskBeforeScale: boolean;
    dropout: DropoutCall;
  }

  export interface RandomCall {
    seed: number;
    stream: number;
    distribution: number;
    mean: number;
    variance: number;
  }

  export interface DotProductCall {
    d: number;
    distribution: number;
    qMean: number;
    qVariance: number;
    kMean: number;
    kVariance: number;
    correlation: number;
    same: boolean;
    seed: number;
    bins: number;
  }

  export interface SaturationCall {
    d: number;
    numKeys: number;
    distribution: number;
    mean: number;
    variance: number;
    seed: number;
  }

  export interface OptimizerCall {
    method: number;
    learningRate: number;
    momentum: number;
    beta1: number;
    beta2: number;
    epsilon: number;
  }

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

  /** The functions that there are for float32 (name32) and for float64 (name64). */
  export interface Operations {
    softmax(temperature: number): number;
    naiveSoftmax(): number;
    softmaxStatistics(temperature: number): number;
    crossEntropy(): number;
    kernelRegression(kernel: number, sigma: number, sign: number): number;
    kernelRegressionGradient(kernel: number, sigma: number, sign: number): number;
    maskedSoftmax(masking: MaskingCall): number;
    scaledDotScores(scale: ScaleCall): number;
    additiveScores(): number;
    gaussianScores(sigma: number): number;
    doubleTransposeScores(): number;
    angles(): number;
    selfSimilarity(scale: ScaleCall): number;
    attention(call: AttentionCall): number;
    attentionGradient(call: AttentionCall): number;
    streamingAttention(call: StreamingCall): number;
    multiHead(call: MultiHeadCall): number;
    multiHeadOutput(call: MultiHeadCall): number;
    multiHeadGradient(call: MultiHeadCall): number;
    splitHeads(numHeads: number): number;
    random(rows: number, cols: number, call: RandomCall): number;
    standardise(ddof: number): number;
    dotProductMoments(): number;
    newKernelTrainer(optimizer: OptimizerCall): TrainerHandle | null;
    newSdpaTrainer(call: AttentionCall, optimizer: OptimizerCall): TrainerHandle | null;
    newAdditiveTrainer(call: AttentionCall, optimizer: OptimizerCall): TrainerHandle | null;
    newMultiHeadTrainer(call: MultiHeadCall, optimizer: OptimizerCall): TrainerHandle | null;
  }

  type InBoth<Table> = {
    [Name in keyof Table as `${Name & string}32` | `${Name & string}64`]: Table[Name];
  };

  export interface Bindings extends InBoth<Operations> {
    errorKinds(): string[];
    choices(): Record<string, string[]>;
    failure(): string[];
    reserve(bytes: number): number;
    ksDistance64(mean: number, variance: number): number;
    multiHeadVariants(): MultiHeadCall[];
    newDotProductMoments(call: DotProductCall): JobHandle | null;
    newSaturation(call: SaturationCall): JobHandle | null;
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

declare module '#wasm/relaxed' {
  export * from '#wasm/simd';
  export { default } from '#wasm/simd';
}

declare module '#wasm/scalar' {
  export * from '#wasm/simd';
  export { default } from '#wasm/simd';
}
