// SPDX-License-Identifier: MIT
// For each method of the engine, one small valid call with every kind of argument. refusals.ts has calls that throw.
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

interface Request {
  /** The arguments without `precision`. */
  input: object;
  call: Call;
}

export type Method = Exclude<
  keyof Engine,
  'twin' | 'canTrain' | 'withTraining' | keyof EventTarget
>;
/** All methods except those that load a model. */
type Called = Exclude<Method, 'sentenceModel' | 'talesModel'>;
type Without<Whole> = Whole extends unknown ? Omit<Whole, 'precision'> : never;
type Input<Name extends Method> = Without<Parameters<Engine[Name]>[0]>;

export const call =
  (name: Method, input: object): Call =>
  (engine, precision) => {
    const method = engine[name] as (input: object) => unknown;
    return method.call(engine, { precision, ...input });
  };

/** Valid inputs by the name of the method. Further variants of a method are named "method, variant". */
const INPUTS: { [Name in Called]: Input<Name> } & {
  [Name in Called as `${Name}, ${string}`]: Input<Name>;
} = {
  softmax: { logits: signed([2, 3, 5], 1) },
  naiveSoftmax: { logits: signed([2, 5], 1) },
  softmaxStatistics: { logits: signed([2, 5], 1) },
  crossEntropy: { logits: signed([2, 5], 1), targets: list(0, 4) },
  maskedSoftmax: { scores: signed([2, 3, 5], 1), causal: true },
  scaledDotScores: { ...PAIR, divisor: 'dk' },
  additiveScores: { ...PAIR, ...ADDITIVE },
  gaussianScores: { ...PAIR, sigma: 0.5 },
  doubleTransposeScores: SQUARE,
  angles: PAIR,
  kernelRegression: SAMPLE,
  kernelRegressionGradient: { ...SAMPLE, outputGradient: column(1) },
  attention: { ...BATCH, ...DROPOUT },
  'attention, additive scores': { ...BATCH, score: 'additive', ...ADDITIVE },
  'attention, grouped heads': GROUPED,
  attentionGradient: { ...BATCH, ...GRADIENT },
  'attentionGradient, additive scores': { ...BATCH, ...GRADIENT, ...ADDITIVE, score: 'additive' },
  'attentionGradient, grouped heads': { ...GROUPED, ...GRADIENT },
  streamingAttention: { ...BATCH, tileQueries: 2, tileKeys: 2 },
  multiHead: { ...HEADS, ...DROPOUT },
  'multiHead, grouped heads': GROUPED_HEADS,
  multiHeadOutput: HEADS,
  multiHeadGradient: { ...HEADS, outputGradient: signed([2, 3, 3], 1) },
  'multiHeadGradient, grouped heads': {
    ...{ ...GROUPED_HEADS, outputGradient: signed([2, 3, 3], 1) },
  },
  splitHeads: { x: signed([2, 3, 4], 1), numHeads: 2 },
  selfSimilarity: TOKENS,
  positionalEncoding: { positions: 5, width: 6, base: 100, first: 2 },
  rotary: { x: signed([2, 3, 4], 1), base: 100, first: 2, pairs: 'halves' },
  rotaryGradient: { outputGradient: signed([2, 3, 4], 1), base: 100, first: 2, pairs: 'adjacent' },
  alibiBias: { numHeads: 3, m: 2, n: 4, alignment: 'bottom_right' },
  layerNorm: { ...NORM, bias: signed([4], 3), epsilon: 0.1 },
  layerNormGradient: { ...NORM, bias: signed([4], 3), outputGradient: signed([2, 3, 4], 4) },
  rmsNorm: { ...NORM, epsilon: 0.1 },
  rmsNormGradient: { ...NORM, outputGradient: signed([2, 3, 4], 4) },
  gelu: { x: signed([2, 3], 1), approximation: 'tanh' },
  geluGradient: { x: signed([2, 3], 1), outputGradient: signed([2, 3], 2) },
  random: { shape: [3, 5], seed: 1, distribution: 'laplace', mean: 2 },
  standardise: { x: signed([7], 1), ddof: 1 },
  dotProductMoments: { queries: PAIR.queries, keys: signed([3, 4], 9) },
  ksDistance: { sample: signed([9], 1).data },
  newDotProductMoments: { d: 4, distribution: 'laplace', bins: 5, seed: 3 },
  newSaturation: { d: 4, numKeys: 3, seed: 3 },
  newTensor: { shape: [3, 1], data: [1, 2, 3] },
  newTrainer: TRAINER,
  'newTrainer, pointing': {
    ...{ task: 'pointing', targets: column(1, 2, 0), optimizer: 'sgd', learningRate: 0.1 },
    start: { W_q: signed([3, 2], 1), W_k: signed([3, 2], 2) },
  },
  newLanguageModel: LANGUAGE_MODEL,
};

const draw = (job: DotProductMoments | Saturation) => {
  job.advance(10);
  return job.result();
};

/** For each method that creates an object: uses it and returns results. `requestOf` then releases the object. */
const USES: Partial<Record<Method, (made: never) => unknown>> = {
  newDotProductMoments: draw,
  newSaturation: draw,
  newTensor(tensor: ResidentTensor<Precision>) {
    tensor.write([4, 5, 6]);
    return tensor.read();
  },
  newTrainer(trainer: Trainer<Precision>) {
    const losses = trainer.run(1);
    const state = trainer.state();
    trainer.restore(state);
    const { loss, parameters } = trainer;
    return { losses, loss, parameters, state };
  },
  newLanguageModel(model: LanguageModel<Precision>) {
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
  },
};

/** The method of a request, such as "attention" for "attention, additive scores". */
export const methodOf = (name: string) => name.replace(/,.*/, '') as Method;

function requestOf(name: string, input: object): Request {
  const make = call(methodOf(name), input);
  const use = USES[methodOf(name)];
  if (use === undefined) return { input, call: make };
  const made: Call = (engine, precision) => {
    const object = make(engine, precision) as { release(): void };
    const result = use(object as never);
    object.release();
    return result;
  };
  return { input, call: made };
}

export const REQUESTS: Readonly<Record<string, Request>> = Object.fromEntries(
  Object.entries(INPUTS).map(([name, input]) => [name, requestOf(name, input)]),
);
