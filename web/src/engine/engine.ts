// SPDX-License-Identifier: MIT
// This file is long because one class has a method for each function of the module.

import * as activation from './activation.ts';
import * as alibi from './alibi.ts';
import { objectOf, placeOf } from './arguments.ts';
import * as attention from './attention.ts';
import { Caller } from './caller.ts';
import { DotProductMoments, type DotProductOptions } from './dot-product-moments.ts';
import { AttentionError, fault } from './errors.ts';
import * as kernel from './kernel-regression.ts';
import { LanguageModel, type LanguageModelInput } from './language-model.ts';
import { type LoadedModule, loadModule } from './load.ts';
import * as mask from './mask.ts';
import * as moments from './moments.ts';
import * as multiHead from './multi-head.ts';
import * as normalization from './normalization.ts';
import * as positions from './positional-encoding.ts';
import * as random from './random.ts';
import { type NewTensorInput, ResidentTensor } from './resident.ts';
import * as rotary from './rotary.ts';
import { Saturation, type SaturationOptions } from './saturation.ts';
import * as scores from './scores.ts';
import type { SentenceModel } from './sentence-model.ts';
import type { SentenceLanguage } from './sentences/languages.ts';
import * as softmax from './softmax.ts';
import * as streaming from './streaming.ts';
import * as symmetry from './symmetry.ts';
import type { TalesModel, TalesOptions } from './tales-model.ts';
import type { Precision } from './tensor.ts';
import * as training from './training.ts';
import { bestTwin, TWINS, type Twin } from './twin.ts';
import { hasModule, type Part } from './wasm-url.ts';

export interface EngineOptions {
  /**
   * `auto` (default) selects `relaxed` (relaxed SIMD) if the platform supports it, else `simd`. If `wasm` is given,
   * `auto` selects `simd`. The npm package contains the module without training only as `simd`.
   */
  simd?: 'auto' | Twin;
  /** The bytes or the URL of the WebAssembly module, for hosts that serve it from another place. */
  wasm?: URL | BufferSource;
  /**
   * Whether the engine can train (`newTrainer`, `newLanguageModel`) and has the other parts of a Transformer (norms,
   * GELU, rotary positions, ALiBi). Default: true. With false, the WebAssembly module is a third smaller, if the
   * package contains such a module for the build. If `wasm` is given, it must be the matching file: `attention.wasm`
   * for true, `attention-core.wasm` for false.
   */
  training?: boolean;
  /**
   * Called once for each trap or abort in the WebAssembly module, with the error of the call. The instance of the
   * module is then lost: its tensors, jobs, trainers and models become unusable. The engine continues with a new
   * instance.
   */
  onLost?: (reason: AttentionError) => void;
}

/** The type of the CustomEvent that an engine dispatches after a trap or an abort. `detail` is the error. */
export const LOST_EVENT = 'lost';

/**
 * The C++ library. Each method copies the input arrays into the WebAssembly module and all results out. Only objects of
 * the methods `new…`, such as tensors and trainers, stay in the module. The comment of a method names the header that
 * documents formulas, shapes and errors. A rejected call throws an AttentionError and changes nothing.
 *
 * After a trap or an abort in the module, the call throws an AttentionError of kind Internal and the engine dispatches
 * a "lost" event. The next call creates a new instance.
 */
export class Engine extends EventTarget {
  #module: LoadedModule;
  #caller: Caller;
  #trainingEngine: Promise<Engine> | undefined;

  constructor(
    readonly twin: Twin,
    module: LoadedModule,
    private readonly asked: EngineOptions['simd'] = twin,
  ) {
    super();
    this.#module = module;
    this.#caller = this.#callerOf(module);
  }

  /** Softmax over the last axis: cpp/attention/softmax.hpp. */
  readonly softmax = this.#operation(softmax.softmax);

  /** Softmax without subtracting the maximum, so it can overflow: cpp/lab/mistakes.hpp. */
  readonly naiveSoftmax = this.#operation(softmax.naiveSoftmax);

  /** Softmax of (rows, n) logits, with entropy, largest weight and Jacobian: cpp/lab/softmax_statistics.hpp. */
  readonly softmaxStatistics = this.#operation(softmax.softmaxStatistics);

  /** Cross-entropy of each row of (rows, n) logits with its target class: cpp/attention/softmax.hpp. */
  readonly crossEntropy = this.#operation(softmax.crossEntropy);

  /** Softmax over the visible keys of each query: cpp/attention/mask.hpp. */
  readonly maskedSoftmax = this.#operation(mask.maskedSoftmax);

  /** Scaled dot products: cpp/attention/scores.hpp. */
  readonly scaledDotScores = this.#operation(scores.scaledDotScores);

  /** Additive scores w_v · tanh(W_q q + W_k k + bias): cpp/attention/scores.hpp. */
  readonly additiveScores = this.#operation(scores.additiveScores);

  /** Scores of a Gaussian kernel: cpp/attention/scores.hpp. */
  readonly gaussianScores = this.#operation(scores.gaussianScores);

  /** Scores with a mistake: the keys are transposed twice. See cpp/lab/mistakes.hpp. */
  readonly doubleTransposeScores = this.#operation(scores.doubleTransposeScores);

  /** Dot products, cosines and angles of each query with each key: cpp/lab/angles.hpp. */
  readonly angles = this.#operation(scores.angles);

  /** Nadaraya–Watson kernel regression: cpp/attention/kernel_regression.hpp. */
  readonly kernelRegression = this.#operation(kernel.kernelRegression);

  /** Gradients of kernel regression: cpp/attention/kernel_regression.hpp. */
  readonly kernelRegressionGradient = this.#operation(kernel.kernelRegressionGradient);

  /** Attention, with the results of all steps: cpp/attention/scaled_dot_product.hpp. */
  readonly attention = this.#operation(attention.attention);

  /** Gradients of attention: cpp/attention/scaled_dot_product.hpp. */
  readonly attentionGradient = this.#operation(attention.attentionGradient);

  /** Attention without storing the (m, n) matrix of weights: cpp/attention/detail/streaming.hpp. */
  readonly streamingAttention = this.#operation(streaming.streamingAttention);

  /** Multi-head attention, with the results of all steps: cpp/attention/multi_head.hpp. */
  readonly multiHead = this.#operation(multiHead.multiHead);

  /** Only the output of multi-head attention, which is faster: cpp/attention/multi_head.hpp. */
  readonly multiHeadOutput = this.#operation(multiHead.multiHeadOutput);

  /** Gradients of multi-head attention: cpp/attention/multi_head.hpp. */
  readonly multiHeadGradient = this.#operation(multiHead.multiHeadGradient);

  /** Splits a tensor into heads correctly (cpp/attention/multi_head.hpp) and wrongly (cpp/lab/mistakes.hpp). */
  readonly splitHeads = this.#operation(multiHead.splitHeads);

  /** Symmetry of scores and weights in self-attention: cpp/lab/symmetry.hpp. */
  readonly selfSimilarity = this.#operation(symmetry.selfSimilarity);

  /** Sinusoidal positional encoding: cpp/attention/positional_encoding.hpp. */
  readonly positionalEncoding = this.#operation(positions.positionalEncoding);

  /** Rotary positional encoding of queries or keys: cpp/attention/rotary.hpp. */
  readonly rotary = this.#extra(rotary.rotary);

  /** Gradient of `rotary`, which is the inverse rotation: cpp/attention/rotary.hpp. */
  readonly rotaryGradient = this.#extra(rotary.rotaryGradient);

  /** The bias of ALiBi for scaled scores: cpp/attention/alibi.hpp. */
  readonly alibiBias = this.#extra(alibi.alibiBias);

  /** Layer norm over the last axis: cpp/attention/normalization.hpp. */
  readonly layerNorm = this.#extra(normalization.layerNorm);

  /** Gradients of layer norm: cpp/attention/normalization.hpp. */
  readonly layerNormGradient = this.#extra(normalization.layerNormGradient);

  /** RMS norm over the last axis: cpp/attention/normalization.hpp. */
  readonly rmsNorm = this.#extra(normalization.rmsNorm);

  /** Gradients of RMS norm: cpp/attention/normalization.hpp. */
  readonly rmsNormGradient = this.#extra(normalization.rmsNormGradient);

  /** GELU of each entry: cpp/attention/activation.hpp. */
  readonly gelu = this.#extra(activation.gelu);

  /** Gradient of GELU: cpp/attention/activation.hpp. */
  readonly geluGradient = this.#extra(activation.geluGradient);

  /** Random numbers, identical on all platforms: cpp/attention/random.hpp. */
  readonly random = this.#operation(random.random);

  /** z-scores: cpp/lab/moments.hpp. */
  readonly standardise = this.#operation(moments.standardise);

  /** Dot products of pairs of a query and a key, and the moments of these products: cpp/lab/moments.hpp. */
  readonly dotProductMoments = this.#operation(moments.dotProductMoments);

  /** Kolmogorov–Smirnov distance of a sample to a normal distribution: cpp/lab/moments.hpp. */
  readonly ksDistance = this.#operation(moments.ksDistance);

  /** A tensor that stays in the module's memory. Call its `release` after use. */
  newTensor<P extends Precision>(input: NewTensorInput<P>) {
    return new ResidentTensor(this.#live, given(input));
  }

  /** A Monte Carlo experiment on q·k: cpp/lab/dot_product_moments.hpp. Call its `release` after use. */
  newDotProductMoments(options: DotProductOptions) {
    return new DotProductMoments(this.#live, given(options));
  }

  /** A Monte Carlo experiment on the gradient of softmax: cpp/lab/saturation.hpp. Call its `release` after use. */
  newSaturation(options: SaturationOptions) {
    return new Saturation(this.#live, given(options));
  }

  /** A trainer that fits parameters by gradient descent: cpp/attention/trainer.hpp. Call its `release` after use. */
  newTrainer<P extends Precision>(input: training.TrainerInput<P>) {
    return new training.Trainer(this.#training, given(input));
  }

  /** A small Transformer that can be trained: cpp/attention/language_model.hpp. Call its `release` after use. */
  newLanguageModel<P extends Precision>(input: LanguageModelInput<P>) {
    return new LanguageModel(this.#training, given(input));
  }

  /** Whether the WebAssembly module contains training. */
  get canTrain(): boolean {
    return 'newLanguageModel32' in this.#module.bindings;
  }

  /**
   * Returns this engine if it can train. Otherwise returns a second engine that can train, which is created only once.
   * The second engine has this engine's option `simd` and the defaults of all other options.
   * @throws EngineLoadError if the second engine cannot be loaded; the next call tries again
   */
  async withTraining(): Promise<Engine> {
    if (this.canTrain) return this;
    this.#trainingEngine ??= createEngine({ ...(this.asked && { simd: this.asked }) });
    try {
      return await this.#trainingEngine;
    } catch (error) {
      this.#trainingEngine = undefined;
      throw error;
    }
  }

  /** @throws AttentionError (UnknownOption) if the module does not contain training */
  get #training(): Caller {
    if (this.canTrain) return this.#live;
    throw new AttentionError('UnknownOption', 'training', 'training', [], 'false');
  }

  /**
   * A trained model of short sentences in `en`, `zh-Hans` or `zh-Hant`. Its files are loaded on the first call. The
   * model holds no memory in the module, so it needs no `release`.
   */
  async sentenceModel(language: SentenceLanguage): Promise<SentenceModel> {
    const { sentenceModel } = await import('./sentence-model.ts');
    return sentenceModel(this, language);
  }

  /**
   * A language model trained on tales, of which every step of a forward pass can be inspected. Loads the model's file,
   * of 1.1 MB, and an engine that can train.
   * @throws AttentionError naming the damaged part of the file; EngineLoadError if it cannot be loaded;
   * ModelAbsentError if the npm package attention-lab-tales is not imported
   */
  async talesModel(options: TalesOptions = {}): Promise<TalesModel> {
    const { loadTalesModel } = await import('./tales-model.ts');
    return loadTalesModel(await this.withTraining(), objectOf('options', options));
  }

  #operation<Input, Result>(operate: Operation<Input, Result>): (input: Input) => Result {
    return (input) => operate(this.#live, given(input));
  }

  /** An operation that is only in the module with training. */
  #extra<Input, Result>(operate: Operation<Input, Result>): (input: Input) => Result {
    return (input) => operate(this.#training, given(input));
  }

  /** The caller of the current instance of the module. A lost instance (`onLost`) is replaced first. */
  get #live(): Caller {
    if (this.#caller.isLost) this.#replace();
    return this.#caller;
  }

  #replace(): void {
    try {
      this.#module = this.#module.renew();
      this.#caller = this.#callerOf(this.#module);
    } catch (error) {
      throw fault(error);
    }
  }

  #callerOf(module: LoadedModule): Caller {
    return new Caller(module, (detail) =>
      // The event is dispatched in a microtask, so that the failed call throws its error before listeners run.
      queueMicrotask(() => this.dispatchEvent(new CustomEvent(LOST_EVENT, { detail }))),
    );
  }
}

type Operation<Input, Result> = (caller: Caller, input: Input) => Result;

const given = <T>(input: T): T & object => objectOf('input', input);

/**
 * Loads the WebAssembly module and returns an engine. Works in a page, in a worker and in Node.
 * @throws EngineLoadError if the module cannot be loaded; AttentionError for an unknown option
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { simd = 'auto', wasm, training: canTrain = true, onLost } = objectOf('options', options);
  placeOf('simd', simd, ['auto', ...TWINS]);
  const part: Part = canTrain ? 'all' : 'core';
  const own = TWINS.filter((one) => hasModule(one, part));
  const auto = wasm ? 'simd' : bestTwin(own);
  const twin = simd === 'auto' ? auto : simd;
  const loaded = wasm || hasModule(twin, part) ? part : 'all';
  const engine = new Engine(twin, await loadModule(twin, loaded, wasm), simd);
  if (onLost) engine.addEventListener(LOST_EVENT, (event) => onLost((event as CustomEvent).detail));
  return engine;
}
