// SPDX-License-Identifier: MIT
import * as attention from './attention.ts';
import { Caller } from './caller.ts';
import { DotProductMoments, type DotProductOptions } from './dot-product-moments.ts';
import * as kernel from './kernel-regression.ts';
import { type LoadedModule, loadModule } from './load.ts';
import * as mask from './mask.ts';
import * as moments from './moments.ts';
import * as multiHead from './multi-head.ts';
import * as random from './random.ts';
import { type NewTensorInput, ResidentTensor } from './resident.ts';
import { Saturation, type SaturationOptions } from './saturation.ts';
import * as scores from './scores.ts';
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
}

/**
 * The C++ library, callable. Each method is one crossing: typed arrays are copied in, every stage
 * is copied out, unless they are tensors of `newTensor`; formulas, shapes and errors are those of
 * the headers in cpp/attention. A refused call throws AttentionError and leaves the engine as it was.
 */
export class Engine {
  private readonly caller: Caller;

  constructor(
    readonly twin: Twin,
    module: LoadedModule,
  ) {
    this.caller = new Caller(module);
  }

  /** Softmax over the last axis: softmax.hpp. */
  softmax<P extends Precision>(input: softmax.SoftmaxInput<P>) {
    return softmax.softmax(this.caller, input);
  }

  /** Softmax without its shift, which overflows: softmax.hpp. */
  naiveSoftmax<P extends Precision>(input: Omit<softmax.SoftmaxInput<P>, 'temperature'>) {
    return softmax.naiveSoftmax(this.caller, input);
  }

  /** Weights with their entropy, largest weight and Jacobian; logits (rows, n): softmax.hpp. */
  softmaxStatistics<P extends Precision>(input: Omit<softmax.SoftmaxInput<P>, 'out'>) {
    return softmax.softmaxStatistics(this.caller, input);
  }

  /** Cross-entropy of logits (rows, n) against class numbers (rows): softmax.hpp. */
  crossEntropy<P extends Precision>(input: softmax.CrossEntropyInput<P>) {
    return softmax.crossEntropy(this.caller, input);
  }

  /** Softmax over the keys that a query may see: mask.hpp. */
  maskedSoftmax<P extends Precision>(input: mask.MaskedSoftmaxInput<P>) {
    return mask.maskedSoftmax(this.caller, input);
  }

  /** Dot products over a divisor: scores.hpp. */
  scaledDotScores<P extends Precision>(input: scores.ScaledDotInput<P>) {
    return scores.scaledDotScores(this.caller, input);
  }

  /** Additive scores: scores.hpp. */
  additiveScores<P extends Precision>(input: scores.AdditiveInput<P>) {
    return scores.additiveScores(this.caller, input);
  }

  /** Gaussian scores: scores.hpp. */
  gaussianScores<P extends Precision>(input: scores.GaussianInput<P>) {
    return scores.gaussianScores(this.caller, input);
  }

  /** What comes of transposing a key twice: scores.hpp. */
  doubleTransposeScores<P extends Precision>(input: scores.ScoresInput<P>) {
    return scores.doubleTransposeScores(this.caller, input);
  }

  /** Dot products, cosines and angles: scores.hpp. */
  angles<P extends Precision>(input: scores.PairInput<P>) {
    return scores.angles(this.caller, input);
  }

  /** Nadaraya–Watson kernel regression: kernel_regression.hpp. */
  kernelRegression<P extends Precision>(input: kernel.KernelRegressionInput<P>) {
    return kernel.kernelRegression(this.caller, input);
  }

  /** Its backward pass: gradient/kernel_regression.hpp. */
  kernelRegressionGradient<P extends Precision>(input: kernel.KernelRegressionGradientInput<P>) {
    return kernel.kernelRegressionGradient(this.caller, input);
  }

  /** Attention, every stage: attention.hpp. */
  attention<P extends Precision>(input: attention.AttentionInput<P>) {
    return attention.attention(this.caller, input);
  }

  /** Its backward pass: gradient/attention.hpp. */
  attentionGradient<P extends Precision>(input: attention.AttentionGradientInput<P>) {
    return attention.attentionGradient(this.caller, input);
  }

  /** Attention without the (m, n) matrix: streaming.hpp. */
  streamingAttention<P extends Precision>(input: streaming.StreamingInput<P>) {
    return streaming.streamingAttention(this.caller, input);
  }

  /** Multi-head attention, every stage: multi_head.hpp. */
  multiHead<P extends Precision>(input: multiHead.MultiHeadInput<P>) {
    return multiHead.multiHead(this.caller, input);
  }

  /** Its last stage alone, which takes a part of the time: multi_head.hpp. */
  multiHeadOutput<P extends Precision>(input: multiHead.MultiHeadOutputInput<P>) {
    return multiHead.multiHeadOutput(this.caller, input);
  }

  /** Its backward pass: gradient/multi_head.hpp. */
  multiHeadGradient<P extends Precision>(input: multiHead.MultiHeadGradientInput<P>) {
    return multiHead.multiHeadGradient(this.caller, input);
  }

  /** Heads split, merged back, and split wrongly: multi_head.hpp. */
  splitHeads<P extends Precision>(input: multiHead.SplitHeadsInput<P>) {
    return multiHead.splitHeads(this.caller, input);
  }

  /** How symmetric scores and weights are: symmetry.hpp. */
  selfSimilarity<P extends Precision>(input: symmetry.SelfSimilarityInput<P>) {
    return symmetry.selfSimilarity(this.caller, input);
  }

  /** Random numbers, the same on every platform: random.hpp. */
  random<P extends Precision>(input: random.RandomInput<P>) {
    return random.random(this.caller, input);
  }

  /** z-scores: moments.hpp. */
  standardise<P extends Precision>(input: moments.StandardiseInput<P>) {
    return moments.standardise(this.caller, input);
  }

  /** Moments of given pairs’ dot products: moments.hpp. */
  dotProductMoments<P extends Precision>(input: moments.PairsInput<P>) {
    return moments.dotProductMoments(this.caller, input);
  }

  /** Kolmogorov–Smirnov distance of a sample to a normal: moments.hpp. */
  ksDistance(input: moments.KsInput) {
    return moments.ksDistance(this.caller, input);
  }

  /** A tensor that stays in the module, to be released. */
  newTensor<P extends Precision>(input: NewTensorInput<P>) {
    return new ResidentTensor(this.caller, input);
  }

  /** A Monte Carlo experiment on q·k, to be released: dot_product_moments.hpp. */
  newDotProductMoments(options: DotProductOptions) {
    return new DotProductMoments(this.caller, options);
  }

  /** A Monte Carlo experiment on softmax’s gradient, to be released: saturation.hpp. */
  newSaturation(options: SaturationOptions) {
    return new Saturation(this.caller, options);
  }

  /** A trainer, to be released: training/trainer.hpp. */
  newTrainer<P extends Precision>(input: training.TrainerInput<P>) {
    return new training.Trainer(this.caller, input);
  }
}

/** What a module that nobody names may be. */
const GIVEN: readonly Twin[] = ['simd', 'scalar'];

/**
 * Loads the module and gives the engine; works in a page, in a worker and under Node.
 * @throws EngineLoadError
 */
export async function createEngine({ simd = 'auto', wasm }: EngineOptions = {}): Promise<Engine> {
  const twin = simd === 'auto' ? bestTwin(wasm ? GIVEN : TWINS) : simd;
  return new Engine(twin, await loadModule(twin, wasm));
}
