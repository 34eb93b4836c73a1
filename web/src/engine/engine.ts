// SPDX-License-Identifier: MIT
import * as attention from './attention.ts';
import { Caller } from './caller.ts';
import { objectOf, placeOf } from './check.ts';
import { DotProductMoments, type DotProductOptions } from './dot-product-moments.ts';
import { type AttentionError, fault } from './errors.ts';
import * as kernel from './kernel-regression.ts';
import { LanguageModel, type LanguageModelInput } from './language-model.ts';
import { type LoadedModule, loadModule } from './load.ts';
import * as mask from './mask.ts';
import * as moments from './moments.ts';
import * as multiHead from './multi-head.ts';
import * as random from './random.ts';
import { type NewTensorInput, ResidentTensor } from './resident.ts';
import { Saturation, type SaturationOptions } from './saturation.ts';
import * as scores from './scores.ts';
import type { SentenceModel } from './sentence-model.ts';
import type { SentenceLanguage } from './sentences/languages.ts';
import * as softmax from './softmax.ts';
import * as streaming from './streaming.ts';
import * as symmetry from './symmetry.ts';
import type { Precision } from './tensor.ts';
import * as training from './training.ts';
import { bestTwin, TWINS, type Twin } from './twin.ts';

export interface EngineOptions {
  /**
   * `auto` (default) takes the fastest twin that the platform can run: with relaxed SIMD, with SIMD, or scalar. Of a
   * module that is given in `wasm` it takes one of the last two.
   */
  simd?: 'auto' | Twin;
  /** The module's bytes or address, for hosts that keep it elsewhere. */
  wasm?: URL | BufferSource;
  /**
   * Called after a call that lost the module's instance, once for each loss, with what the call threw. The engine
   * goes on with a fresh instance; tensors, jobs, trainers and models of the lost one answer no more.
   */
  onLost?: (reason: AttentionError) => void;
}

/** The type of the event that an engine dispatches when it has lost an instance: a CustomEvent with the reason. */
export const LOST_EVENT = 'lost';

/**
 * The C++ library, callable. Each method is one crossing: typed arrays are copied in, every stage
 * is copied out, unless they are tensors of `newTensor`; formulas, shapes and errors are those of
 * the headers in cpp/attention. A refused call throws AttentionError and leaves the engine as it was.
 *
 * After a trap or an abort in the module the call throws AttentionError of kind Internal, and a "lost" event follows.
 * The instance is never used again: the next call makes another.
 */
export class Engine extends EventTarget {
  #module: LoadedModule;
  #caller: Caller;

  constructor(
    readonly twin: Twin,
    module: LoadedModule,
  ) {
    super();
    this.#module = module;
    this.#caller = this.#callerOf(module);
  }

  /** Softmax over the last axis: softmax.hpp. */
  softmax<P extends Precision>(input: softmax.SoftmaxInput<P>) {
    return softmax.softmax(this.#live, given(input));
  }

  /** Softmax without its shift, which overflows: softmax.hpp. */
  naiveSoftmax<P extends Precision>(input: Omit<softmax.SoftmaxInput<P>, 'temperature'>) {
    return softmax.naiveSoftmax(this.#live, given(input));
  }

  /** Weights with their entropy, largest weight and Jacobian; logits (rows, n): softmax.hpp. */
  softmaxStatistics<P extends Precision>(input: Omit<softmax.SoftmaxInput<P>, 'out'>) {
    return softmax.softmaxStatistics(this.#live, given(input));
  }

  /** Cross-entropy of logits (rows, n) against class numbers (rows): softmax.hpp. */
  crossEntropy<P extends Precision>(input: softmax.CrossEntropyInput<P>) {
    return softmax.crossEntropy(this.#live, given(input));
  }

  /** Softmax over the keys that a query may see: mask.hpp. */
  maskedSoftmax<P extends Precision>(input: mask.MaskedSoftmaxInput<P>) {
    return mask.maskedSoftmax(this.#live, given(input));
  }

  /** Dot products over a divisor: scores.hpp. */
  scaledDotScores<P extends Precision>(input: scores.ScaledDotInput<P>) {
    return scores.scaledDotScores(this.#live, given(input));
  }

  /** Additive scores: scores.hpp. */
  additiveScores<P extends Precision>(input: scores.AdditiveInput<P>) {
    return scores.additiveScores(this.#live, given(input));
  }

  /** Gaussian scores: scores.hpp. */
  gaussianScores<P extends Precision>(input: scores.GaussianInput<P>) {
    return scores.gaussianScores(this.#live, given(input));
  }

  /** What comes of transposing a key twice: scores.hpp. */
  doubleTransposeScores<P extends Precision>(input: scores.ScoresInput<P>) {
    return scores.doubleTransposeScores(this.#live, given(input));
  }

  /** Dot products, cosines and angles: scores.hpp. */
  angles<P extends Precision>(input: scores.PairInput<P>) {
    return scores.angles(this.#live, given(input));
  }

  /** Nadaraya–Watson kernel regression: kernel_regression.hpp. */
  kernelRegression<P extends Precision>(input: kernel.KernelRegressionInput<P>) {
    return kernel.kernelRegression(this.#live, given(input));
  }

  /** Its backward pass: gradient/kernel_regression.hpp. */
  kernelRegressionGradient<P extends Precision>(input: kernel.KernelRegressionGradientInput<P>) {
    return kernel.kernelRegressionGradient(this.#live, given(input));
  }

  /** Attention, every stage: attention.hpp. */
  attention<P extends Precision>(input: attention.AttentionInput<P>) {
    return attention.attention(this.#live, given(input));
  }

  /** Its backward pass: gradient/attention.hpp. */
  attentionGradient<P extends Precision>(input: attention.AttentionGradientInput<P>) {
    return attention.attentionGradient(this.#live, given(input));
  }

  /** Attention without the (m, n) matrix: streaming.hpp. */
  streamingAttention<P extends Precision>(input: streaming.StreamingInput<P>) {
    return streaming.streamingAttention(this.#live, given(input));
  }

  /** Multi-head attention, every stage: multi_head.hpp. */
  multiHead<P extends Precision>(input: multiHead.MultiHeadInput<P>) {
    return multiHead.multiHead(this.#live, given(input));
  }

  /** Its last stage alone, which takes a part of the time: multi_head.hpp. */
  multiHeadOutput<P extends Precision>(input: multiHead.MultiHeadOutputInput<P>) {
    return multiHead.multiHeadOutput(this.#live, given(input));
  }

  /** Its backward pass: gradient/multi_head.hpp. */
  multiHeadGradient<P extends Precision>(input: multiHead.MultiHeadGradientInput<P>) {
    return multiHead.multiHeadGradient(this.#live, given(input));
  }

  /** Heads split, merged back, and split wrongly: multi_head.hpp. */
  splitHeads<P extends Precision>(input: multiHead.SplitHeadsInput<P>) {
    return multiHead.splitHeads(this.#live, given(input));
  }

  /** How symmetric scores and weights are: symmetry.hpp. */
  selfSimilarity<P extends Precision>(input: symmetry.SelfSimilarityInput<P>) {
    return symmetry.selfSimilarity(this.#live, given(input));
  }

  /** Random numbers, the same on every platform: random.hpp. */
  random<P extends Precision>(input: random.RandomInput<P>) {
    return random.random(this.#live, given(input));
  }

  /** z-scores: moments.hpp. */
  standardise<P extends Precision>(input: moments.StandardiseInput<P>) {
    return moments.standardise(this.#live, given(input));
  }

  /** Moments of given pairs’ dot products: moments.hpp. */
  dotProductMoments<P extends Precision>(input: moments.PairsInput<P>) {
    return moments.dotProductMoments(this.#live, given(input));
  }

  /** Kolmogorov–Smirnov distance of a sample to a normal: moments.hpp. */
  ksDistance(input: moments.KsInput) {
    return moments.ksDistance(this.#live, given(input));
  }

  /** A tensor that stays in the module, to be released. */
  newTensor<P extends Precision>(input: NewTensorInput<P>) {
    return new ResidentTensor(this.#live, given(input));
  }

  /** A Monte Carlo experiment on q·k, to be released: dot_product_moments.hpp. */
  newDotProductMoments(options: DotProductOptions) {
    return new DotProductMoments(this.#live, given(options));
  }

  /** A Monte Carlo experiment on softmax’s gradient, to be released: saturation.hpp. */
  newSaturation(options: SaturationOptions) {
    return new Saturation(this.#live, given(options));
  }

  /** A trainer, to be released: training/trainer.hpp. */
  newTrainer<P extends Precision>(input: training.TrainerInput<P>) {
    return new training.Trainer(this.#live, given(input));
  }

  /** A small transformer that can be trained and looked into, to be released: language_model.hpp. */
  newLanguageModel<P extends Precision>(input: LanguageModelInput<P>) {
    return new LanguageModel(this.#live, given(input));
  }

  /** A trained model of short sentences, loaded when it is asked for: en, zh-Hans or zh-Hant. It needs no release. */
  async sentenceModel(language: SentenceLanguage): Promise<SentenceModel> {
    const { sentenceModel } = await import('./sentence-model.ts');
    return sentenceModel(this, language);
  }

  /** The caller of an instance that is not lost. */
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
      // The call throws first: a listener finds the engine between two calls.
      queueMicrotask(() => this.dispatchEvent(new CustomEvent(LOST_EVENT, { detail }))),
    );
  }
}

const given = <T>(input: T): T & object => objectOf('input', input);

/** What a module that nobody names may be. */
const GIVEN: readonly Twin[] = ['simd', 'scalar'];

/**
 * Loads the module and gives the engine; works in a page, in a worker and under Node.
 * @throws EngineLoadError; AttentionError for an option that it does not know
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  const { simd = 'auto', wasm, onLost } = objectOf('options', options);
  placeOf('simd', simd, ['auto', ...TWINS]);
  const twin = simd === 'auto' ? bestTwin(wasm ? GIVEN : TWINS) : simd;
  const engine = new Engine(twin, await loadModule(twin, wasm));
  if (onLost) engine.addEventListener(LOST_EVENT, (event) => onLost((event as CustomEvent).detail));
  return engine;
}
