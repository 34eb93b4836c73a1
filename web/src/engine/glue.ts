// SPDX-License-Identifier: MIT
// The functions of the WebAssembly module, which cpp/bindings/*.cpp defines; tests/engine/bindings.test.ts compares the
// two lists. A function returns the address of its response, or a new object. After an error, it returns 0 or null, and
// `failure()` returns the error. Options are passed as numbers, in the order of the table that `options()` returns.

import type { Engine } from './engine.ts';
import type { MultiHeadVariant } from './multi-head.ts';

/** An option: its name, its default value (null if it is required), and the allowed names if its value is a name. */
export type Option = readonly [
  name: string,
  fallback: number | boolean | string | null,
  names?: readonly string[],
];

/** The options of each operation, in the order that the module reads. cpp/bindings/options.hpp defines them. */
export type OptionTable = Readonly<
  Record<
    | 'random'
    | 'kernelRegression'
    | 'scale'
    | 'mask'
    | 'attention'
    | 'streamingAttention'
    | `multiHead ${MultiHeadVariant}`
    | 'norm'
    | 'gelu'
    | 'alibi'
    | 'positionalEncoding'
    | 'rotary'
    | 'pointing'
    | 'optimizer'
    | 'languageModel'
    | 'dotProducts'
    | 'saturation',
    readonly Option[]
  >
>;

/** An object in the module's memory. `delete` frees it. */
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
  /**
   * Restores the training state after `steps` steps from tensors that the caller has written: the parameters, then the
   * optimizer's first moments, then its second moments.
   * @param parameters  number of parameters
   * @param first  number of first moments
   */
  restore(steps: number, parameters: number, first: number): boolean;
}

export interface LanguageModelGeneratorHandle extends Owned {
  next(): number;
  length(): number;
  reset(): void;
}

export interface LanguageModelHandle extends Owned {
  /** @param count  number of steps; before the call, a learning rate for each step may be written as options */
  train(count: number): number;
  trainOn(count: number, sequences: number, length: number, seed: number): number;
  generator(length: number, sequences: number): LanguageModelGeneratorHandle | null;
  stages(): number;
  gradient(): number;
  steps(): number;
  /** The name of each parameter, followed by the lengths of its axes, in one flat list. */
  layout(): (string | number)[];
  state(): number;
  /**
   * Restores the training state after `steps` steps from three lists that the caller has written: parameters, first
   * moments and second moments.
   */
  restore(steps: number): boolean;
}

/** The operations that respond with tensors. Each has the name of a method of `Engine`. */
type Computation = Exclude<
  keyof Engine,
  | keyof EventTarget
  | 'twin'
  | 'canTrain'
  | `with${string}`
  | `new${string}`
  | `${string}Model`
  | 'ksDistance'
>;

interface Makers {
  newKernelTrainer(): TrainerHandle | null;
  newSdpaTrainer(): TrainerHandle | null;
  newAdditiveTrainer(): TrainerHandle | null;
  newMultiHeadTrainer(): TrainerHandle | null;
  newLanguageModel(): LanguageModelHandle | null;
  newPointingTrainer(): TrainerHandle | null;
}

/**
 * The operations that exist for both precisions, with suffix 32 for float32 and 64 for float64. They read tensors and
 * options from a block of memory that web/src/engine/wire.ts writes.
 */
export type Operations = Record<Computation, () => number> & Makers;

type InBoth<Table> = {
  [Name in keyof Table as `${Name & string}32` | `${Name & string}64`]: Table[Name];
};

export interface Bindings extends InBoth<Operations> {
  /** An `OptionTable` as JSON. */
  options(): string;
  /** Returns the address of a response that contains the last error. */
  failure(): number;
  reserve(bytes: number): number;
  /** Allocates `bytes` bytes and returns their address. `drop` frees them. */
  hold(bytes: number): number;
  drop(address: number): void;
  ksDistance64(): number;
  newDotProductMoments(): JobHandle | null;
  newSaturation(): JobHandle | null;
}

export interface GlueOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

/** Creates an instance of the module. Some versions of Emscripten return it directly, others in a promise. */
export type Factory = (options: GlueOptions) => Bindings | Promise<Bindings>;
