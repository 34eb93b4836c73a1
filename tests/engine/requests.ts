// SPDX-License-Identifier: MIT
// One good call of each method of the engine, small and with every kind of argument, and the same
// call spoilt so that it is refused.
import type { Engine, Precision, Tensor } from '../../web/src/engine/index.ts';
import { column, randomTensor, SAMPLE } from './support.ts';

/** Random numbers in [−1, 1). */
export const signed = (shape: readonly number[], seed: number): Tensor => ({
  shape,
  data: Array.from(randomTensor(shape, seed).data, (x) => 2 * x - 1),
});

/** Flags of which every third is 0. */
const flags = (shape: readonly number[]): Tensor => ({
  shape,
  data: Array.from({ length: shape.reduce((a, b) => a * b, 1) }, (_, i) => (i % 3 === 2 ? 0 : 1)),
});

const lens = (...data: number[]): Tensor => ({ shape: [data.length], data });

const PAIR = { queries: signed([3, 4], 1), keys: signed([5, 4], 2) };
const BATCH = {
  queries: signed([2, 3, 4], 3),
  keys: signed([2, 5, 4], 4),
  values: signed([2, 5, 2], 5),
  keepMask: flags([3, 5]),
  validLens: lens(2, 5),
};
const DROPOUT = { dropoutRate: 0.25, dropoutSeed: 7 };
const ADDITIVE = {
  W_q: signed([6, 4], 6),
  W_k: signed([6, 4], 7),
  w_v: signed([6], 8),
  bias: signed([6], 9),
};
const HEADS = {
  numHeads: 2,
  queries: BATCH.queries,
  keys: BATCH.keys,
  values: signed([2, 5, 4], 10),
  validLens: BATCH.validLens,
  W_q: signed([4, 4], 11),
  b_q: signed([4], 12),
  W_k: signed([4, 4], 13),
  W_v: signed([4, 4], 14),
  W_o: signed([3, 4], 15),
  b_o: signed([3], 16),
};
const OPTIMIZER = { optimizer: 'adam', learningRate: 0.05 } as const;

type Call = (engine: Engine, precision: Precision) => unknown;

interface Request {
  call: Call;
  /** The same with one argument that is refused. */
  refused: Call;
}

const trainer = (engine: Engine, precision: Precision, learningRate: number) => {
  const { W_q, W_k, W_v, W_o } = HEADS;
  const { numHeads, queries, keys, values } = HEADS;
  const task = { task: 'multi-head', numHeads, queries, keys, values } as const;
  const targets = signed([2, 3, 3], 20);
  const start = { W_q, W_k, W_v, W_o };
  const made = engine.newTrainer({
    ...{ precision, ...task, targets, start, ...OPTIMIZER, learningRate },
  });
  const losses = made.run(2);
  const state = made.state();
  made.restore(state);
  const { loss, parameters } = made;
  made.release();
  return { losses, loss, parameters, state };
};

const dotProducts = (engine: Engine, d: number) => {
  const job = engine.newDotProductMoments({ d, distribution: 'laplace', bins: 5, seed: 3 });
  job.advance(10);
  const result = job.result();
  job.release();
  return result;
};

const saturation = (engine: Engine, d: number) => {
  const job = engine.newSaturation({ d, numKeys: 3, seed: 3 });
  job.advance(10);
  const result = job.result();
  job.release();
  return result;
};

export const REQUESTS: Record<string, Request> = {
  softmax: {
    call: (engine, precision) => engine.softmax({ precision, logits: signed([2, 3, 5], 1) }),
    refused: (engine, precision) =>
      engine.softmax({ precision, logits: signed([5], 1), temperature: 0 }),
  },
  naiveSoftmax: {
    call: (engine, precision) => engine.naiveSoftmax({ precision, logits: signed([2, 5], 1) }),
    refused: (engine, precision) =>
      engine.naiveSoftmax({ precision, logits: { shape: [2], data: [1] } }),
  },
  softmaxStatistics: {
    call: (engine, precision) => engine.softmaxStatistics({ precision, logits: signed([2, 5], 1) }),
    refused: (engine, precision) =>
      engine.softmaxStatistics({ precision, logits: signed([2, 0], 1) }),
  },
  crossEntropy: {
    call: (engine, precision) =>
      engine.crossEntropy({ precision, logits: signed([2, 5], 1), targets: lens(0, 4) }),
    refused: (engine, precision) =>
      engine.crossEntropy({ precision, logits: signed([2, 5], 1), targets: lens(0, 5) }),
  },
  maskedSoftmax: {
    call: (engine, precision) =>
      engine.maskedSoftmax({ precision, scores: signed([2, 3, 5], 1), causal: true }),
    refused: (engine, precision) =>
      engine.maskedSoftmax({ precision, scores: signed([2, 3, 5], 1), keepMask: flags([2, 5]) }),
  },
  scaledDotScores: {
    call: (engine, precision) => engine.scaledDotScores({ precision, ...PAIR, divisor: 'dk' }),
    refused: (engine, precision) =>
      engine.scaledDotScores({ precision, ...PAIR, divisor: 'number', divisorNumber: 0 }),
  },
  additiveScores: {
    call: (engine, precision) => engine.additiveScores({ precision, ...PAIR, ...ADDITIVE }),
    refused: (engine, precision) =>
      engine.additiveScores({ precision, ...PAIR, ...ADDITIVE, w_v: signed([5], 1) }),
  },
  gaussianScores: {
    call: (engine, precision) => engine.gaussianScores({ precision, ...PAIR, sigma: 0.5 }),
    refused: (engine, precision) => engine.gaussianScores({ precision, ...PAIR, sigma: -1 }),
  },
  doubleTransposeScores: {
    call: (engine, precision) =>
      engine.doubleTransposeScores({
        precision,
        queries: signed([4, 4], 1),
        keys: signed([4, 4], 2),
      }),
    refused: (engine, precision) => engine.doubleTransposeScores({ precision, ...PAIR }),
  },
  angles: {
    call: (engine, precision) => engine.angles({ precision, ...PAIR }),
    refused: (engine, precision) =>
      engine.angles({ precision, queries: PAIR.queries, keys: signed([5, 3], 1) }),
  },
  kernelRegression: {
    call: (engine, precision) => engine.kernelRegression({ precision, ...SAMPLE }),
    refused: (engine, precision) => engine.kernelRegression({ precision, ...SAMPLE, sigma: 0 }),
  },
  kernelRegressionGradient: {
    call: (engine, precision) =>
      engine.kernelRegressionGradient({ precision, ...SAMPLE, outputGradient: column(1) }),
    refused: (engine, precision) =>
      engine.kernelRegressionGradient({ precision, ...SAMPLE, outputGradient: column(1, 2) }),
  },
  attention: {
    call: (engine, precision) => engine.attention({ precision, ...BATCH, ...DROPOUT }),
    refused: (engine, precision) => engine.attention({ precision, ...BATCH, dropoutRate: 2 }),
  },
  'attention, additive scores': {
    call: (engine, precision) =>
      engine.attention({ precision, ...BATCH, score: 'additive', ...ADDITIVE }),
    refused: (engine, precision) => engine.attention({ precision, ...BATCH, score: 'additive' }),
  },
  'attention, Gaussian scores': {
    call: (engine, precision) => engine.attention({ precision, ...BATCH, score: 'gaussian' }),
    refused: (engine, precision) =>
      engine.attention({ precision, ...BATCH, score: 'gaussian', sigma: 0 }),
  },
  attentionGradient: {
    call: (engine, precision) =>
      engine.attentionGradient({ precision, ...BATCH, outputGradient: signed([2, 3, 2], 1) }),
    refused: (engine, precision) =>
      engine.attentionGradient({ precision, ...BATCH, outputGradient: signed([2, 3, 3], 1) }),
  },
  'attentionGradient, additive scores': {
    call: (engine, precision) =>
      engine.attentionGradient({
        ...{ precision, ...BATCH, ...ADDITIVE, score: 'additive' },
        outputGradient: signed([2, 3, 2], 1),
      }),
    refused: (engine, precision) =>
      engine.attentionGradient({
        ...{ precision, ...BATCH, ...ADDITIVE, score: 'additive' },
        ...{ bias: signed([2], 1), outputGradient: signed([2, 3, 2], 1) },
      }),
  },
  streamingAttention: {
    call: (engine, precision) =>
      engine.streamingAttention({ precision, ...BATCH, tileQueries: 2, tileKeys: 2 }),
    refused: (engine, precision) => engine.streamingAttention({ precision, ...BATCH, tileKeys: 0 }),
  },
  multiHead: {
    call: (engine, precision) => engine.multiHead({ precision, ...HEADS, ...DROPOUT }),
    refused: (engine, precision) => engine.multiHead({ precision, ...HEADS, numHeads: 3 }),
  },
  multiHeadGradient: {
    call: (engine, precision) =>
      engine.multiHeadGradient({ precision, ...HEADS, outputGradient: signed([2, 3, 3], 1) }),
    refused: (engine, precision) =>
      engine.multiHeadGradient({ precision, ...HEADS, outputGradient: signed([2, 3, 4], 1) }),
  },
  splitHeads: {
    call: (engine, precision) =>
      engine.splitHeads({ precision, x: signed([2, 3, 4], 1), numHeads: 2 }),
    refused: (engine, precision) =>
      engine.splitHeads({ precision, x: signed([2, 3, 4], 1), numHeads: 0 }),
  },
  selfSimilarity: {
    call: (engine, precision) =>
      engine.selfSimilarity({
        ...{ precision, tokens: signed([4, 3], 1), W_q: signed([3, 2], 2), W_k: signed([3, 2], 3) },
      }),
    refused: (engine, precision) =>
      engine.selfSimilarity({ precision, tokens: signed([4, 3], 1), W_q: signed([3, 2], 2) }),
  },
  random: {
    call: (engine, precision) =>
      engine.random({ precision, shape: [3, 5], seed: 1, distribution: 'laplace', mean: 2 }),
    refused: (engine, precision) => engine.random({ precision, shape: [3], seed: 0.5 }),
  },
  standardise: {
    call: (engine, precision) => engine.standardise({ precision, x: signed([7], 1), ddof: 1 }),
    refused: (engine, precision) => engine.standardise({ precision, x: signed([1], 1), ddof: 1 }),
  },
  dotProductMoments: {
    call: (engine, precision) =>
      engine.dotProductMoments({ precision, queries: PAIR.queries, keys: signed([3, 4], 9) }),
    refused: (engine, precision) => engine.dotProductMoments({ precision, ...PAIR }),
  },
  ksDistance: {
    call: (engine) => engine.ksDistance({ sample: signed([9], 1).data }),
    refused: (engine) => engine.ksDistance({ sample: [1, 2], variance: 0 }),
  },
  newDotProductMoments: {
    call: (engine) => dotProducts(engine, 4),
    refused: (engine) => dotProducts(engine, 0),
  },
  newSaturation: {
    call: (engine) => saturation(engine, 4),
    refused: (engine) => saturation(engine, 5000),
  },
  newTrainer: {
    call: (engine, precision) => trainer(engine, precision, 0.1),
    refused: (engine, precision) => trainer(engine, precision, 0),
  },
};
