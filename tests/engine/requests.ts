// SPDX-License-Identifier: MIT
// For each method of the engine, one small valid call with every kind of argument, and one call that throws an
// AttentionError, with the text of the error.
import type {
  DotProductMoments,
  Engine,
  LanguageModel,
  Precision,
  ResidentTensor,
  Saturation,
  Trainer,
} from '../../web/src/engine/index.ts';
import {
  ADDITIVE,
  BATCH,
  BATCHES,
  CORPUS,
  DROPOUT,
  flags,
  GRADIENT,
  GROUPED,
  GROUPED_HEADS,
  HEADS,
  LANGUAGE_MODEL,
  list,
  NORM,
  PAIR,
  SQUARE,
  signed,
  TOKENS,
  TRAINER,
} from './inputs.ts';
import { column, SAMPLE } from './support.ts';

type Call = (engine: Engine, precision: Precision) => unknown;

export interface Refused {
  refused: Call;
  /** "Kind argument: expected …, got …"; # stands for digits that depend on the machine. */
  refusal: string;
}

interface Request extends Refused {
  /** The input of the call, without `precision`. */
  input: object;
  call: Call;
}

export type Method = Exclude<
  keyof Engine,
  'twin' | 'canTrain' | 'withTraining' | keyof EventTarget
>;
type Input<Name extends Method> = Omit<Parameters<Engine[Name]>[0], 'precision'>;

type Spoilt<Name extends Method> = {
  [Key in keyof Input<Name>]?: Input<Name>[Key] | undefined;
};

export const call =
  <Name extends Method>(name: Name, input: object): Call =>
  (engine, precision) => {
    const method = engine[name] as (input: object) => unknown;
    return method.call(engine, { precision, ...input });
  };

const request = <Name extends Method>(
  name: Name,
  input: Input<Name>,
  spoilt: Spoilt<Name>,
  refusal: string,
): Request => ({
  input,
  call: call(name, input),
  refused: call(name, { ...input, ...spoilt }),
  refusal,
});

/** The request of a method that creates an object. Its function `call` creates an object, applies `use` and releases it. */
function maker<Made extends { release(): void }>(
  name: Method,
  use: (object: Made) => unknown,
  ...[input, spoilt, refusal]: [input: object, spoilt: object, refusal: string]
): Request {
  const make = call(name, input);
  const made: Call = (engine, precision) => {
    const object = make(engine, precision) as Made;
    const result = use(object);
    object.release();
    return result;
  };
  return { input, call: made, refused: call(name, { ...input, ...spoilt }), refusal };
}

const train = (trainer: Trainer<Precision>) => {
  const losses = trainer.run(1);
  const state = trainer.state();
  trainer.restore(state);
  const { loss, parameters } = trainer;
  return { losses, loss, parameters, state };
};

const learn = (model: LanguageModel<Precision>) => {
  const training = model.train(BATCHES, 2);
  const sampled = model.trainOn(CORPUS, { sequences: 2, length: 3, count: 2 });
  const { gradient } = model.gradient(BATCHES);
  const state = model.state();
  model.load(model.parameters);
  model.restore(state);
  const generator = model.generator({ sequences: 2 });
  const logits = generator.next(list(1, 2));
  generator.release();
  return { training, sampled, gradient, state, stages: model.stages(BATCHES), logits };
};

const draw = (job: DotProductMoments | Saturation) => {
  job.advance(10);
  return job.result();
};

/**
 * For each method of the engine, by its name: a valid call and a call that throws. Further variants of a method are
 * named "method, variant".
 */
export const REQUESTS: Record<string, Request> = {
  softmax: request(
    'softmax',
    { logits: signed([2, 3, 5], 1) },
    { temperature: 0 },
    'OutOfRange temperature: expected a finite number > 0, got 0',
  ),
  naiveSoftmax: request(
    'naiveSoftmax',
    { logits: signed([2, 5], 1) },
    { logits: { shape: [2], data: [1] } },
    'ShapeMismatch logits: expected 2 numbers for (2), got 1',
  ),
  softmaxStatistics: request(
    'softmaxStatistics',
    { logits: signed([2, 5], 1) },
    { logits: signed([2, 0], 1) },
    'EmptyInput logits: expected at least one column, got (2, 0)',
  ),
  crossEntropy: request(
    'crossEntropy',
    { logits: signed([2, 5], 1), targets: list(0, 4) },
    { targets: list(0, 5) },
    'OutOfRange targets: expected whole numbers from 0 to 4, got 5',
  ),
  maskedSoftmax: request(
    'maskedSoftmax',
    { scores: signed([2, 3, 5], 1), causal: true },
    { keepMask: flags(2, 5) },
    'ShapeMismatch keepMask: expected (3, 5) or (2, 3, 5), got (2, 5)',
  ),
  scaledDotScores: request(
    'scaledDotScores',
    { ...PAIR, divisor: 'dk' },
    { divisor: 'number', divisorNumber: 0 },
    'OutOfRange divisorNumber: expected a number other than 0, got 0',
  ),
  additiveScores: request(
    'additiveScores',
    { ...PAIR, ...ADDITIVE },
    { w_v: signed([5], 1) },
    'ShapeMismatch w_v: expected (1, 6), got (1, 5)',
  ),
  gaussianScores: request(
    'gaussianScores',
    { ...PAIR, sigma: 0.5 },
    { sigma: -1 },
    'OutOfRange sigma: expected a finite number > 0, got -1',
  ),
  doubleTransposeScores: request(
    'doubleTransposeScores',
    SQUARE,
    PAIR,
    'ShapeMismatch keys: expected (4, 4), got (5, 4)',
  ),
  angles: request(
    'angles',
    PAIR,
    { keys: signed([5, 3], 1) },
    'ShapeMismatch queries: expected (m, 3), got (3, 4)',
  ),
  kernelRegression: request(
    'kernelRegression',
    SAMPLE,
    { sigma: 0 },
    'OutOfRange sigma: expected a finite number > 0, got 0',
  ),
  kernelRegressionGradient: request(
    'kernelRegressionGradient',
    { ...SAMPLE, outputGradient: column(1) },
    { outputGradient: column(1, 2) },
    'ShapeMismatch outputGradient: expected (1, 1), got (2, 1)',
  ),
  attention: request(
    'attention',
    { ...BATCH, ...DROPOUT },
    { dropoutRate: 2 },
    'OutOfRange dropoutRate: expected a number from 0 to 1, got 2',
  ),
  'attention, additive scores': request(
    'attention',
    { ...BATCH, score: 'additive', ...ADDITIVE },
    { W_q: undefined },
    'ShapeMismatch W_q: expected (h, 4), got (0, 0)',
  ),
  'attention, grouped heads': request(
    'attention',
    GROUPED,
    { grouped: false },
    'ShapeMismatch keys: expected (2, n, 4), got (1, 5, 4)',
  ),
  attentionGradient: request(
    'attentionGradient',
    { ...BATCH, ...GRADIENT },
    { outputGradient: signed([2, 3, 3], 1) },
    'ShapeMismatch outputGradient: expected (2, 3, 2), got (2, 3, 3)',
  ),
  'attentionGradient, additive scores': request(
    'attentionGradient',
    { ...BATCH, ...GRADIENT, ...ADDITIVE, score: 'additive' },
    { bias: signed([2], 1) },
    'ShapeMismatch bias: expected (1, 6), got (1, 2)',
  ),
  'attentionGradient, grouped heads': request(
    'attentionGradient',
    { ...GROUPED, ...GRADIENT },
    { scoreBias: signed([3, 4], 1) },
    'ShapeMismatch scoreBias: expected a shape that broadcasts to (2, 3, 5), got (3, 4)',
  ),
  streamingAttention: request(
    'streamingAttention',
    { ...BATCH, tileQueries: 2, tileKeys: 2 },
    { tileKeys: 0 },
    'OutOfRange tileKeys: expected a whole number >= 1, got 0',
  ),
  multiHead: request(
    'multiHead',
    { ...HEADS, ...DROPOUT },
    { numHeads: 3 },
    'OutOfRange numHeads: expected a divisor of 4, got 3',
  ),
  'multiHead, grouped heads': request(
    'multiHead',
    GROUPED_HEADS,
    { numKvHeads: 3 },
    'OutOfRange numKvHeads: expected a divisor of 2, got 3',
  ),
  multiHeadOutput: request(
    'multiHeadOutput',
    HEADS,
    { numHeads: 3 },
    'OutOfRange numHeads: expected a divisor of 4, got 3',
  ),
  multiHeadGradient: request(
    'multiHeadGradient',
    { ...HEADS, outputGradient: signed([2, 3, 3], 1) },
    { outputGradient: signed([2, 3, 4], 1) },
    'ShapeMismatch outputGradient: expected (2, 3, 3), got (2, 3, 4)',
  ),
  'multiHeadGradient, grouped heads': request(
    'multiHeadGradient',
    { ...GROUPED_HEADS, outputGradient: signed([2, 3, 3], 1) },
    { projection: 'none' },
    'UnknownOption numKvHeads: expected none beside projection none, got 1',
  ),
  splitHeads: request(
    'splitHeads',
    { x: signed([2, 3, 4], 1), numHeads: 2 },
    { numHeads: 0 },
    'OutOfRange numHeads: expected a whole number >= 1, got 0',
  ),
  selfSimilarity: request(
    'selfSimilarity',
    TOKENS,
    { W_k: undefined },
    'ShapeMismatch W_k: expected (3, 2), got none',
  ),
  positionalEncoding: request(
    'positionalEncoding',
    { positions: 5, width: 6, base: 100, first: 2 },
    { width: -1 },
    'OutOfRange width: expected a whole number from 0 to 2^53 - 1, got -1',
  ),
  rotary: request(
    'rotary',
    { x: signed([2, 3, 4], 1), base: 100, first: 2, pairs: 'halves' },
    { x: signed([2, 3], 1) },
    'ShapeMismatch x: expected an even number of columns, got (2, 3)',
  ),
  rotaryGradient: request(
    'rotaryGradient',
    { outputGradient: signed([2, 3, 4], 1), base: 100, first: 2, pairs: 'adjacent' },
    { base: 0 },
    'OutOfRange base: expected a finite number >= 1, got 0',
  ),
  alibiBias: request(
    'alibiBias',
    { numHeads: 3, m: 2, n: 4, alignment: 'bottom_right' },
    { numHeads: 0 },
    'OutOfRange numHeads: expected a whole number >= 1, got 0',
  ),
  layerNorm: request(
    'layerNorm',
    { ...NORM, bias: signed([4], 3), epsilon: 0.1 },
    { gain: signed([3], 2) },
    'ShapeMismatch gain: expected (4), got (3)',
  ),
  layerNormGradient: request(
    'layerNormGradient',
    { ...NORM, bias: signed([4], 3), outputGradient: signed([2, 3, 4], 4) },
    { outputGradient: signed([3, 4], 4) },
    'ShapeMismatch outputGradient: expected (2, 3, 4), got (3, 4)',
  ),
  rmsNorm: request(
    'rmsNorm',
    { ...NORM, epsilon: 0.1 },
    { epsilon: -1 },
    'OutOfRange epsilon: expected a finite number >= 0, got -1',
  ),
  rmsNormGradient: request(
    'rmsNormGradient',
    { ...NORM, outputGradient: signed([2, 3, 4], 4) },
    { outputGradient: signed([3, 4], 4) },
    'ShapeMismatch outputGradient: expected (2, 3, 4), got (3, 4)',
  ),
  gelu: request(
    'gelu',
    { x: signed([2, 3], 1), approximation: 'tanh' },
    { approximation: 'sigmoid' as 'tanh' },
    'UnknownOption approximation: expected none, tanh, got sigmoid',
  ),
  geluGradient: request(
    'geluGradient',
    { x: signed([2, 3], 1), outputGradient: signed([2, 3], 2) },
    { outputGradient: signed([3], 2) },
    'ShapeMismatch outputGradient: expected (2, 3), got (3)',
  ),
  random: request(
    'random',
    { shape: [3, 5], seed: 1, distribution: 'laplace', mean: 2 },
    { seed: 0.5 },
    'OutOfRange seed: expected a whole number from 0 to 2^53 - 1, got 0.5',
  ),
  standardise: request(
    'standardise',
    { x: signed([7], 1), ddof: 1 },
    { ddof: 2 },
    'OutOfRange ddof: expected a whole number from 0 to 1, got 2',
  ),
  dotProductMoments: request(
    'dotProductMoments',
    { queries: PAIR.queries, keys: signed([3, 4], 9) },
    { keys: PAIR.keys },
    'ShapeMismatch keys: expected (3, 4), got (5, 4)',
  ),
  ksDistance: request(
    'ksDistance',
    { sample: signed([9], 1).data },
    { variance: 0 },
    'OutOfRange variance: expected a finite number > 0, got 0',
  ),
  newDotProductMoments: maker(
    'newDotProductMoments',
    draw,
    { d: 4, distribution: 'laplace', bins: 5, seed: 3 },
    { d: 0 },
    'OutOfRange d: expected a number from 1 to 4096, got 0',
  ),
  newSaturation: maker(
    'newSaturation',
    draw,
    { d: 4, numKeys: 3, seed: 3 },
    { d: 5000 },
    'OutOfRange d: expected a number from 1 to 4096, got 5000',
  ),
  newTensor: maker(
    'newTensor',
    (tensor: ResidentTensor<Precision>) => {
      tensor.write([4, 5, 6]);
      return tensor.read();
    },
    { shape: [3, 1], data: [1, 2, 3] },
    { data: [1] },
    'ShapeMismatch data: expected 3 numbers for (3, 1), got 1',
  ),
  newTrainer: maker(
    'newTrainer',
    train,
    TRAINER,
    { learningRate: 0 },
    'OutOfRange learningRate: expected a finite number > 0, got 0',
  ),
  'newTrainer, pointing': maker(
    'newTrainer',
    train,
    {
      ...{ task: 'pointing', targets: column(1, 2, 0), optimizer: 'sgd', learningRate: 0.1 },
      start: { W_q: signed([3, 2], 1), W_k: signed([3, 2], 2) },
    },
    { targets: column(1, 2, 3) },
    'OutOfRange targets: expected whole numbers from 0 to 2, got 3',
  ),
  newLanguageModel: maker(
    'newLanguageModel',
    learn,
    LANGUAGE_MODEL,
    { heads: 4 },
    'OutOfRange heads: expected a divisor of 6, got 4',
  ),
};
