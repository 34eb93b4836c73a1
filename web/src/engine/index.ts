// SPDX-License-Identifier: MIT
export {
  GELU_APPROXIMATIONS,
  type GeluApproximation,
  type GeluGradientInput,
  type GeluInput,
} from './activation.ts';
export type { AlibiInput } from './alibi.ts';
export {
  type Attention,
  type AttentionGradient,
  type AttentionInput,
  SCORES,
  type Score,
} from './attention.ts';
export type {
  ComponentMoments,
  DotProductMoments,
  DotProductOptions,
  DotProductResult,
  KsBounds,
} from './dot-product-moments.ts';
export { createEngine, Engine, type EngineOptions } from './engine.ts';
export {
  AttentionError,
  EngineLoadError,
  ERROR_KINDS,
  type ErrorKind,
  type ErrorParameters,
  type ErrorValue,
  ModelAbsentError,
} from './errors.ts';
export { runInSlices, type Sliced, type SliceOptions } from './jobs.ts';
export {
  EXPONENT_SIGNS,
  type ExponentSign,
  KERNELS,
  type Kernel,
  type KernelRegression,
  type KernelRegressionGradient,
  type KernelRegressionInput,
} from './kernel-regression.ts';
export {
  ACTIVATIONS,
  type Activation,
  type CorpusSampling,
  type LanguageModel,
  type LanguageModelBatches,
  type LanguageModelGenerator,
  type LanguageModelInput,
  type LanguageModelOptions,
  type LanguageModelSequences,
  type LanguageModelStages,
  type LanguageModelState,
  type LanguageModelTraining,
  NORMALIZATIONS,
  type Normalization,
  POSITION_ENCODINGS,
  type PositionEncoding,
} from './language-model.ts';
export { wasmRefusal } from './load.ts';
export type { MaskedSoftmax, MaskedSoftmaxInput } from './mask.ts';
export type { ErrorCode } from './messages.ts';
export type { SampleMoments } from './moments.ts';
export {
  MULTI_HEAD_VARIANTS,
  type MultiHead,
  type MultiHeadGradient,
  type MultiHeadInput,
  type MultiHeadVariant,
  PROJECTIONS,
  type Projection,
} from './multi-head.ts';
export type {
  LayerNormGradient,
  LayerNormGradientInput,
  LayerNormInput,
  RmsNormGradient,
  RmsNormGradientInput,
  RmsNormInput,
} from './normalization.ts';
export {
  CAUSAL_ALIGNMENTS,
  type CausalAlignment,
  DIVISORS,
  type Divisor,
  EMPTY_ROWS,
  type EmptyRow,
  MASK_AXES,
  MASK_METHODS,
  type MaskingOptions,
  type MaskMethod,
} from './options.ts';
export type { PositionalEncodingInput } from './positional-encoding.ts';
export { DISTRIBUTIONS, type Distribution, type RandomInput } from './random.ts';
export type { NewTensorInput, ResidentTensor } from './resident.ts';
export {
  ROTARY_PAIRS,
  type RotaryGradientInput,
  type RotaryInput,
  type RotaryPairs,
} from './rotary.ts';
export type { Saturation, SaturationOptions, SaturationResult } from './saturation.ts';
export type { AdditiveParameters, Angles } from './scores.ts';
export type { HeadPlace, NextWord, SentenceHead, SentenceModel } from './sentence-model.ts';
export type { SentenceLanguage } from './sentences/languages.ts';
export type { CrossEntropy, SoftmaxStatistics } from './softmax.ts';
export type { StreamingAttention, StreamingInput } from './streaming.ts';
export type { SelfSimilarity, SelfSimilarityInput } from './symmetry.ts';
export type { TalesSettings } from './tales-file.ts';
export type { Progress, TalesLayer, TalesModel, TalesOptions, TalesStages } from './tales-model.ts';
export type { FloatArray, Floats, Out, Precision, Tensor } from './tensor.ts';
export { OPTIMIZERS, type Trainer, type TrainerInput, type TrainerState } from './training.ts';
export { bestTwin, supports, TWINS, type Twin } from './twin.ts';
