// SPDX-License-Identifier: MIT
// Calls that throw an AttentionError ("refused calls"): valid calls with one change, at least one for each argument of
// the engine. This file is long because it is one list.
import { expect } from 'vitest';
import type {
  DotProductMoments,
  Engine,
  LanguageModel,
  Precision,
  ResidentTensor,
  Tensor,
  Trainer,
  TrainerState,
} from '../../web/src/engine/index.ts';
import { ADDITIVE, BATCH, BATCHES, CORPUS, flags, list, PAIR, signed } from './inputs.ts';
import { call, type Method, methodOf, REQUESTS } from './requests.ts';
import { column } from './support.ts';

interface Refused {
  name: string;
  refused: (engine: Engine, precision: Precision) => unknown;
  /** "Kind argument: expected …, got …"; # stands for digits that depend on the machine. */
  refusal: string;
}

/** A column with so many rows that a matrix with an entry for each pair of rows does not fit into memory. */
const LONG: Tensor = { shape: [30_000, 1], data: new Float64Array(30_000) };
const PAIRS = { queries: LONG, keys: LONG, values: LONG };

const KERNEL_TASK = {
  ...{ task: 'kernel', inputs: column(1, 2, 4), targets: column(1, 3, 2) },
  start: { w: { shape: [], data: [0.5] } },
};
const SDPA_TASK = {
  ...{ task: 'sdpa', inputs: signed([2, 4, 3], 1), targets: signed([2, 4, 2], 2) },
  start: { W_q: signed([3, 2], 3), W_k: signed([3, 2], 4), W_v: signed([3, 2], 5) },
};
const ADDITIVE_TASK = {
  ...{ task: 'additive', ...BATCH, targets: signed([2, 3, 2], 6), start: ADDITIVE },
};

/** Changes to the valid inputs in REQUESTS, by the error that they cause. */
const SPOILT: Record<string, Record<string, object>> = {
  softmax: {
    'OutOfRange temperature: expected a finite number > 0, got 0': { temperature: 0 },
    'ShapeMismatch logits: expected a list of numbers, got Object': {
      logits: { shape: [1], data: { length: Number.NaN } },
    },
    'ShapeMismatch logits: expected 4 numbers for (2, 2), got 3': {
      logits: { shape: [2, 2], data: [1, 2, 3] },
    },
    'ShapeMismatch logits: expected whole numbers from 0 to 2147483647, got (2147483648, 0)': {
      logits: { shape: [2 ** 31, 0], data: [] },
    },
  },
  naiveSoftmax: {
    'ShapeMismatch logits: expected 2 numbers for (2), got 1': {
      logits: { shape: [2], data: [1] },
    },
  },
  softmaxStatistics: {
    'EmptyInput logits: expected at least one column, got (2, 0)': { logits: signed([2, 0], 1) },
    'OutOfRange temperature: expected a finite number > 0, got -2': { temperature: -2 },
    'ShapeMismatch logits: expected 2 axes, got (2)': { logits: list(1, 2) },
  },
  crossEntropy: {
    'OutOfRange targets: expected whole numbers from 0 to 4, got 5': { targets: list(0, 5) },
    'EmptyInput logits: expected at least one row and one column, got (0, 5)': {
      logits: signed([0, 5], 1),
      targets: list(),
    },
  },
  maskedSoftmax: {
    'ShapeMismatch keepMask: expected (3, 5) or (2, 3, 5), got (2, 5)': { keepMask: flags(2, 5) },
    'OutOfMemory scores: expected at most 33554432 rows, got 400000000': {
      scores: { shape: [4e8, 0], data: [] },
    },
    'ShapeMismatch scores: expected at least 2 axes, got (1)': { scores: list(1) },
    'UnknownOption hideMask: expected none beside keepMask, got keepMask, hideMask': {
      keepMask: flags(3, 5),
      hideMask: flags(3, 5),
    },
    'ShapeMismatch hideMask: expected (3, 5) or (2, 3, 5), got (2, 5)': { hideMask: flags(2, 5) },
    'OutOfRange hideMask: expected 0 or 1 everywhere, got 2': { hideMask: list(2) },
    'ShapeMismatch keepMask: expected (3, 3), (2, 1, 3, 3) or (2, 4, 3, 3), got (2, 3, 3)': {
      scores: signed([2, 4, 3, 3], 1),
      keepMask: flags(2, 3, 3),
    },
    'ShapeMismatch validLens: expected (2) or (2, 3), got (3)': { validLens: list(1, 2, 3) },
    'OutOfRange validLens: expected whole numbers, got 1.5': { validLens: list(1, 1.5) },
    'OutOfRange validLens: expected whole numbers, got Infinity': {
      validLens: list(1, Number.POSITIVE_INFINITY),
    },
    'OutOfRange fill: expected a number, got NaN': { maskMethod: 'fill', fill: Number.NaN },
    'UnknownOption maskMethod: expected exclude, fill, add, got hide': { maskMethod: 'hide' },
    'UnknownOption emptyRow: expected uniform, nan, zeros, got ones': { emptyRow: 'ones' },
    'UnknownOption maskAxes: expected explicit, trailing, got leading': { maskAxes: 'leading' },
  },
  scaledDotScores: {
    'OutOfRange divisorNumber: expected a number other than 0, got 0': {
      divisor: 'number',
      divisorNumber: 0,
    },
    'UnknownOption divisor: expected none, sqrt_dk, dk, sqrt_embed, number, got dv': {
      divisor: 'dv',
    },
    'UnknownOption divisorNumber: expected none beside divisor dk, got 3': { divisorNumber: 3 },
    'UnknownOption embedSize: expected none beside divisor dk, got 3': {
      divisor: 'dk',
      embedSize: 3,
    },
    'OutOfRange embedSize: expected a whole number from 0 to 2^53 - 1, got 1.5': {
      divisor: 'sqrt_embed',
      embedSize: 1.5,
    },
    'EmptyInput keys: expected at least one column, got (5, 0)': { keys: signed([5, 0], 1) },
  },
  additiveScores: {
    'ShapeMismatch w_v: expected (1, 6), got (1, 5)': { w_v: signed([5], 1) },
    'ShapeMismatch W_q: expected (h, 4), got (6, 3)': { W_q: signed([6, 3], 1) },
    'ShapeMismatch W_k: expected (6, 4), got (5, 4)': { W_k: signed([5, 4], 1) },
    'ShapeMismatch bias: expected (1, 6), got (1, 7)': { bias: signed([7], 1) },
    'EmptyInput queries: expected at least one column, got (3, 0)': { queries: signed([3, 0], 1) },
  },
  gaussianScores: {
    'OutOfRange sigma: expected a finite number > 0, got -1': { sigma: -1 },
    'ShapeMismatch queries: expected 2 axes, got (1)': { queries: list(1) },
  },
  doubleTransposeScores: {
    'ShapeMismatch keys: expected (4, 4), got (5, 4)': PAIR,
  },
  angles: {
    'ShapeMismatch queries: expected (m, 3), got (3, 4)': { keys: signed([5, 3], 1) },
  },
  kernelRegression: {
    'ShapeMismatch keys: expected a tensor, got undefined': { keys: undefined },
    'ShapeMismatch keys: expected a shape, got undefined': { keys: { data: [1] } },
    'ShapeMismatch keys: expected a list of numbers, got undefined': { keys: { shape: [1, 1] } },
    'OutOfRange values: expected numbers, got BigInt': { values: column(1, 2, 3n as never) },
    'UnknownOption precision: expected float32, float64, got undefined': { precision: undefined },
    'OutOfRange sigma: expected a number, got Symbol': { sigma: Symbol('s') },
    "UnknownOption sign: expected minus, plus, got ''": { sign: '' },
    'ShapeMismatch queries: expected (m, 1), got (2, 3)': { queries: signed([2, 3], 1) },
    'ShapeMismatch values: expected (3, d_v), got (2, 1)': { values: signed([2, 1], 1) },
    'OutOfRange sigma: expected a finite number > 0, got 0': { kernel: 'dot', sigma: 0 },
    'ShapeMismatch curveQueries: expected (c, 1), got (5, 2)': { curveQueries: signed([5, 2], 1) },
    'ShapeMismatch keys: expected 2 axes, got (3)': { keys: list(1, 2, 3) },
    'ShapeMismatch values: expected whole numbers from 0 to 2147483647, got (3, -1)': {
      values: { shape: [3, -1], data: [] },
    },
    'ShapeMismatch queries: expected at most 6 axes, got (1, 1, 1, 1, 1, 1, 1)': {
      queries: { shape: [1, 1, 1, 1, 1, 1, 1], data: [1] },
    },
    'OutOfMemory memory: expected at most the available memory, got # bytes': PAIRS,
    'UnknownOption sign: expected minus, plus, got times': { sign: 'times' },
    'UnknownOption kernel: expected gaussian, boxcar, triangular, epanechnikov, dot, got cosine': {
      kernel: 'cosine',
    },
  },
  kernelRegressionGradient: {
    'ShapeMismatch outputGradient: expected (1, 1), got (2, 1)': { outputGradient: column(1, 2) },
    'OutOfRange sigma: expected a finite number > 0, got 0': { sigma: 0 },
  },
  attention: {
    'OutOfRange dropoutRate: expected a number from 0 to 1, got 2': { dropoutRate: 2 },
    'UnknownOption score: expected dot, additive, gaussian, got cosine': { score: 'cosine' },
    'ShapeMismatch queries: expected at least 2 axes, got (1)': { queries: list(1) },
    'ShapeMismatch keys: expected (2, n, 4), got (2, 5, 3)': { keys: signed([2, 5, 3], 1) },
    'ShapeMismatch values: expected (2, 5, d_v), got (2, 4, 2)': { values: signed([2, 4, 2], 1) },
    'OutOfRange dropoutSeed: expected a whole number from 0 to 2^53 - 1, got -1': {
      dropoutSeed: -1,
    },
    'OutOfRange dropoutSeed: expected a whole number from 0 to 2^53 - 1, got 9007199254740992': {
      dropoutSeed: 2 ** 53,
    },
    'ShapeMismatch dropoutKeep: expected (2, 3, 5), got (3, 5)': { dropoutKeep: flags(3, 5) },
    'OutOfRange dropoutKeep: expected 0 or 1 everywhere, got 2': { dropoutKeep: list(2) },
    'UnknownOption alignment: expected top_left, bottom_right, got middle': { alignment: 'middle' },
  },
  'attention, additive scores': {
    'ShapeMismatch W_q: expected (h, 4), got (0, 0)': { W_q: undefined },
  },
  'attention, grouped heads': {
    'ShapeMismatch keys: expected (2, n, 4), got (1, 5, 4)': { grouped: false },
  },
  attentionGradient: {
    'ShapeMismatch outputGradient: expected (2, 3, 2), got (2, 3, 3)': {
      outputGradient: signed([2, 3, 3], 1),
    },
  },
  'attentionGradient, additive scores': {
    'ShapeMismatch bias: expected (1, 6), got (1, 2)': { bias: signed([2], 1) },
  },
  'attentionGradient, grouped heads': {
    'ShapeMismatch scoreBias: expected a shape that broadcasts to (2, 3, 5), got (3, 4)': {
      scoreBias: signed([3, 4], 1),
    },
  },
  streamingAttention: {
    'OutOfRange tileKeys: expected a whole number >= 1, got 0': { tileKeys: 0 },
    'OutOfRange tileQueries: expected a whole number >= 1, got 0': { tileQueries: 0 },
    'OutOfRange tileQueries: expected a whole number from 0 to 2^53 - 1, got 1.5': {
      tileQueries: 1.5,
    },
  },
  multiHead: {
    'ShapeMismatch queries: expected at most 5 axes, got (1, 1, 1, 1, 2, 4)': {
      queries: signed([1, 1, 1, 1, 2, 4], 1),
    },
    'ShapeMismatch values: expected (2, 5, d_v), got (1, 1, 1, 2, 5, 4)': {
      values: signed([1, 1, 1, 2, 5, 4], 1),
    },
    'OutOfRange numHeads: expected a divisor of 4, got 3': { numHeads: 3 },
    'UnknownOption variant: expected standard, 004_as_printed, 002_as_printed, 002_tensorflow, 002_as_meant, got bert':
      { variant: 'bert' },
    'UnknownOption projection: expected full, shared, none, got half': { projection: 'half' },
    'OutOfRange numHeads: expected a whole number from 0 to 2147483647, got 4294967298': {
      numHeads: 2 ** 32 + 2,
    },
    'OutOfRange numHeads: expected a whole number from 0 to 2^53 - 1, got 1.5': { numHeads: 1.5 },
    'UnknownOption embedSize: expected none beside divisor sqrt_dk, got 64': { embedSize: 64 },
    'UnknownOption divisorNumber: expected none beside divisor sqrt_dk, got 2': {
      divisorNumber: 2,
    },
    'ShapeMismatch W_q: expected (h*d_k, 4), got (4, 3)': { W_q: signed([4, 3], 1) },
    'ShapeMismatch b_q: expected (1, 4), got (1, 3)': { b_q: signed([3], 1) },
    'ShapeMismatch W_k: expected (4, 4), got (2, 4)': { W_k: signed([2, 4], 1) },
    'ShapeMismatch b_k: expected (1, 4), got (1, 3)': { b_k: signed([3], 1) },
    'ShapeMismatch W_v: expected (h*d_v, 4), got (4, 3)': { W_v: signed([4, 3], 1) },
    'ShapeMismatch b_v: expected (1, 4), got (1, 3)': { b_v: signed([3], 1) },
    'ShapeMismatch W_o: expected (E_o, 4), got (3, 3)': { W_o: signed([3, 3], 1) },
    'ShapeMismatch b_o: expected (1, 3), got (1, 4)': { b_o: signed([4], 1) },
    'ShapeMismatch keys: expected (2, 3, 4), got (2, 5, 4)': { variant: '004_as_printed' },
  },
  'multiHead, grouped heads': {
    'OutOfRange numKvHeads: expected a divisor of 2, got 3': { numKvHeads: 3 },
  },
  multiHeadOutput: {
    'OutOfRange numHeads: expected a divisor of 4, got 3': { numHeads: 3 },
  },
  multiHeadGradient: {
    'ShapeMismatch outputGradient: expected (2, 3, 3), got (2, 3, 4)': {
      outputGradient: signed([2, 3, 4], 1),
    },
  },
  'multiHeadGradient, grouped heads': {
    'UnknownOption numKvHeads: expected none beside projection none, got 1': { projection: 'none' },
  },
  splitHeads: {
    'OutOfRange numHeads: expected a whole number >= 1, got 0': { numHeads: 0 },
    'ShapeMismatch x: expected at most 5 axes, got (1, 1, 1, 1, 1, 2)': {
      x: signed([1, 1, 1, 1, 1, 2], 1),
    },
  },
  selfSimilarity: {
    'ShapeMismatch W_k: expected (3, 2), got none': { W_k: undefined },
    'EmptyInput tokens: expected at least one row and one column, got (0, 3)': {
      tokens: signed([0, 3], 1),
    },
    'ShapeMismatch W_q: expected (3, d_k), got (2, 2)': { W_q: signed([2, 2], 1) },
  },
  positionalEncoding: {
    'OutOfRange width: expected a whole number from 0 to 2^53 - 1, got -1': { width: -1 },
    'OutOfRange positions: expected a whole number from 0 to 2^53 - 1, got 0.5': {
      positions: 0.5,
    },
    'OutOfRange first: expected a whole number from 0 to 2^53 - 1, got -1': { first: -1 },
    'OutOfRange base: expected a finite number >= 1, got 0': { base: 0 },
    'OutOfRange first: expected a whole number >= 0, with first + positions <= 2^20, got 1048576': {
      first: 2 ** 20,
    },
  },
  rotary: {
    'ShapeMismatch x: expected an even number of columns, got (2, 3)': { x: signed([2, 3], 1) },
    'ShapeMismatch x: expected at least 2 axes, got (2)': { x: list(1, 2) },
    'OutOfRange first: expected a whole number >= 0, with first + positions <= 2^20, got 1048576': {
      first: 2 ** 20,
    },
    'UnknownOption pairs: expected adjacent, halves, got thirds': { pairs: 'thirds' },
  },
  rotaryGradient: {
    'OutOfRange base: expected a finite number >= 1, got 0': { base: 0 },
    'ShapeMismatch outputGradient: expected at least 2 axes, got (2)': {
      outputGradient: list(1, 2),
    },
    'OutOfRange first: expected a whole number from 0 to 2^53 - 1, got -1': { first: -1 },
    'UnknownOption pairs: expected adjacent, halves, got thirds': { pairs: 'thirds' },
  },
  alibiBias: {
    'OutOfRange numHeads: expected a whole number >= 1, got 0': { numHeads: 0 },
    'OutOfRange m: expected a whole number from 0 to 2^53 - 1, got -1': { m: -1 },
    'OutOfRange n: expected a whole number from 0 to 2^53 - 1, got 0.5': { n: 0.5 },
    'UnknownOption alignment: expected top_left, bottom_right, got left': { alignment: 'left' },
  },
  layerNorm: {
    'ShapeMismatch gain: expected (4), got (3)': { gain: signed([3], 2) },
    'ShapeMismatch bias: expected (4), got (1, 3)': { bias: signed([1, 3], 3) },
    'OutOfRange epsilon: expected a finite number >= 0, got NaN': { epsilon: Number.NaN },
  },
  layerNormGradient: {
    'ShapeMismatch outputGradient: expected (2, 3, 4), got (3, 4)': {
      outputGradient: signed([3, 4], 4),
    },
    'ShapeMismatch gain: expected (4), got (1, 3)': { gain: signed([1, 3], 3) },
    'ShapeMismatch bias: expected (4), got (3)': { bias: signed([3], 3) },
    'OutOfRange epsilon: expected a finite number >= 0, got Infinity': {
      epsilon: Number.POSITIVE_INFINITY,
    },
  },
  rmsNorm: {
    'OutOfRange epsilon: expected a finite number >= 0, got -1': { epsilon: -1 },
    'ShapeMismatch gain: expected (4), got (3)': { gain: signed([3], 3) },
  },
  rmsNormGradient: {
    'ShapeMismatch outputGradient: expected (2, 3, 4), got (3, 4)': {
      outputGradient: signed([3, 4], 4),
    },
    'ShapeMismatch gain: expected (4), got (3)': { gain: signed([3], 3) },
    'OutOfRange epsilon: expected a finite number >= 0, got -1': { epsilon: -1 },
  },
  gelu: {
    'UnknownOption approximation: expected none, tanh, got sigmoid': { approximation: 'sigmoid' },
  },
  geluGradient: {
    'ShapeMismatch outputGradient: expected (2, 3), got (3)': { outputGradient: signed([3], 2) },
    'UnknownOption approximation: expected none, tanh, got erf': { approximation: 'erf' },
  },
  random: {
    'OutOfRange seed: expected a whole number from 0 to 2^53 - 1, got 0.5': { seed: 0.5 },
    'ShapeMismatch shape: expected whole numbers from 0 to 2147483647, got (-1, -3)': {
      shape: [-1, -3],
    },
    'OutOfRange stream: expected a whole number below 2^32, got 4294967296': {
      stream: 2 ** 32,
    },
    'OutOfRange stream: expected a whole number from 0 to 2^53 - 1, got -1': { stream: -1 },
    'UnknownOption distribution: expected normal, signs, uniform, laplace, got cauchy': {
      distribution: 'cauchy',
    },
    'OutOfRange mean: expected a finite number, got NaN': { mean: Number.NaN },
    'OutOfRange variance: expected a finite number >= 0, got -1': { variance: -1 },
  },
  standardise: {
    'OutOfRange ddof: expected a whole number from 0 to 1, got 2': { ddof: 2 },
    'ShapeMismatch x: expected whole numbers from 0 to 2147483647, got (0.5, 2)': {
      x: { shape: [0.5, 2], data: [1] },
    },
    'EmptyInput x: expected at least one entry, got (0)': { x: list() },
  },
  dotProductMoments: {
    'ShapeMismatch keys: expected (3, 4), got (5, 4)': { keys: PAIR.keys },
    'EmptyInput queries: expected at least one row and one column, got (0, 4)': {
      queries: signed([0, 4], 1),
    },
  },
  ksDistance: {
    'OutOfRange variance: expected a finite number > 0, got 0': { variance: 0 },
    'EmptyInput sample: expected at least one entry, got none': { sample: [] },
    'OutOfRange mean: expected a finite number, got Infinity': { mean: Number.POSITIVE_INFINITY },
  },
  newDotProductMoments: {
    'OutOfRange d: expected a number from 1 to 4096, got 0': { d: 0 },
    'OutOfRange d: expected a whole number from 0 to 2^53 - 1, got 2.12345679': { d: 2.123456789 },
    'OutOfRange qMean: expected a number from -1000000 to 1000000, got 2000000': { qMean: 2e6 },
    'OutOfRange qVariance: expected a number from 0 to 1000000, got -1': { qVariance: -1 },
    'OutOfRange kMean: expected a number from -1000000 to 1000000, got -2000000': { kMean: -2e6 },
    'OutOfRange kVariance: expected a number from 0 to 1000000, got -1': { kVariance: -1 },
    'OutOfRange correlation: expected a number from -1 to 1, got 2': { correlation: 2 },
    'OutOfRange bins: expected a number from 1 to 4096, got 0': { bins: 0 },
    'OutOfRange seed: expected a whole number from 0 to 2^53 - 1, got -1': { seed: -1 },
  },
  newSaturation: {
    'OutOfRange d: expected a number from 1 to 4096, got 5000': { d: 5000 },
    'OutOfRange numKeys: expected a number from 1 to 1024, got 0': { numKeys: 0 },
    'OutOfRange mean: expected a number from -1000 to 1000, got 2000': { mean: 2000 },
    'OutOfRange variance: expected a number from 0 to 1000000, got -1': { variance: -1 },
    'OutOfRange seed: expected a whole number from 0 to 2^53 - 1, got 0.5': { seed: 0.5 },
  },
  newTensor: {
    'ShapeMismatch data: expected 3 numbers for (3, 1), got 1': { data: [1] },
    'ShapeMismatch data: expected a list of numbers, got Object': { data: { length: -1 } },
  },
  newLanguageModel: {
    'OutOfRange heads: expected a divisor of 6, got 4': { heads: 4 },
    'OutOfRange vocabulary: expected a number from 1 to 16777216, got 0': { vocabulary: 0 },
    'OutOfRange width: expected a whole number from 0 to 2^53 - 1, got 1.5': { width: 1.5 },
    'OutOfRange layers: expected a number from 0 to 16777216, got 20000000': { layers: 2e7 },
    'OutOfRange heads: expected a number from 1 to 16777216, got 0': { heads: 0 },
    'OutOfRange hidden: expected a whole number from 0 to 2^53 - 1, got -1': { hidden: -1 },
    'OutOfRange positions: expected a number, got x': { positions: 'x' },
    'UnknownOption causal: expected true or false, got 2': { causal: 2 },
    'UnknownOption tied: expected true or false, got x': { tied: 'x' },
    'UnknownOption scaled: expected true or false, got NaN': { scaled: Number.NaN },
    'UnknownOption tiedOutput: expected true or false, got 2': { tiedOutput: 2 },
    'OutOfRange kvHeads: expected a divisor of 2, got 3': { kvHeads: 3 },
    'UnknownOption norm: expected none, layer, rms, got batch': { norm: 'batch' },
    'OutOfRange normEpsilon: expected a finite number >= 0, got -1': { normEpsilon: -1 },
    'UnknownOption activation: expected relu, gelu, gelu_tanh, got tanh': { activation: 'tanh' },
    'UnknownOption positionEncoding: expected none, learned, rotary, alibi, got x': {
      positionEncoding: 'x',
    },
    'OutOfRange rotaryBase: expected a finite number >= 1, got 0.5': { rotaryBase: 0.5 },
    'OutOfRange weightDecay: expected a finite number >= 0, got -1': { weightDecay: -1 },
    'OutOfRange clip: expected a finite number >= 0, got Infinity': { clip: Infinity },
    'OutOfRange seed: expected a whole number from 0 to 2^53 - 1, got 0.5': { seed: 0.5 },
    'UnknownOption optimizer: expected sgd, adam, got lion': { optimizer: 'lion' },
    'OutOfRange learningRate: expected a finite number > 0, got 0': { learningRate: 0 },
  },
  newTrainer: {
    'OutOfRange learningRate: expected a finite number > 0, got 0': { learningRate: 0 },
    'UnknownOption task: expected kernel, sdpa, additive, multi-head, pointing, got kernle': {
      task: 'kernle',
    },
    'UnknownOption start: expected an object, got 5': { start: 5 },
    'ShapeMismatch targets: expected 2 numbers for (2), got 1': {
      targets: { shape: [2], data: [1] },
    },
    'OutOfRange momentum: expected a number from 0 to below 1, got 1': { momentum: 1 },
    'OutOfRange beta1: expected a number from 0 to below 1, got -1': { beta1: -1 },
    'OutOfRange beta2: expected a number from 0 to below 1, got 1': { beta2: 1 },
    'OutOfRange epsilon: expected a finite number > 0, got 0': { epsilon: 0 },
    'UnknownOption optimizer: expected sgd, adam, got lion': { optimizer: 'lion' },
    'ShapeMismatch targets: expected (2, 3, 3), got (2, 4, 3)': { targets: signed([2, 4, 3], 1) },
    'ShapeMismatch w: expected (1, 1), got (0, 0)': { ...KERNEL_TASK, start: {} },
    'ShapeMismatch W_k: expected (3, 2), got (0, 0)': {
      ...{ task: 'pointing', targets: column(1, 2, 0), start: { W_q: signed([3, 2], 1) } },
    },
    'UnknownOption tied: expected true or false, got yes': { task: 'pointing', tied: 'yes' },
    'ShapeMismatch inputs: expected at least 2 axes, got (1)': { ...SDPA_TASK, inputs: list(1) },
    'ShapeMismatch W_v: expected (3, 2), got (3, 1)': {
      ...SDPA_TASK,
      start: { ...SDPA_TASK.start, W_v: signed([3, 1], 1) },
    },
    'ShapeMismatch w_v: expected (1, 6), got (1, 1)': {
      ...ADDITIVE_TASK,
      start: { ...ADDITIVE, w_v: list(1) },
    },
  },
  'newTrainer, pointing': {
    'OutOfRange targets: expected whole numbers from 0 to 2, got 3': { targets: column(1, 2, 3) },
  },
};

const zeros = (...shape: number[]): Tensor => ({
  shape,
  data: new Array(shape.reduce((product, side) => product * side, 1)).fill(0),
});

type Resident = ResidentTensor<Precision>;

const ONE = { shape: [1, 1], data: Float64Array.of(1) };

const restored =
  (change: (state: TrainerState<Precision>) => object) => (trainer: Trainer<Precision>) => {
    const state = trainer.state();
    trainer.restore({ ...state, ...change(state) } as never);
  };

const MISUSED_TRAINER: Record<string, (trainer: Trainer<Precision>) => unknown> = {
  'OutOfRange count: expected a whole number from 0 to 2^53 - 1, got -1': (one) => one.run(-1),
  'OutOfMemory memory: expected at most the available memory, got # bytes': (one) =>
    one.run(2 ** 50),
  'OutOfRange steps: expected a whole number from 0 to 2^53, got -1': restored(() => ({
    steps: -1,
  })),
  'ShapeMismatch parameters: expected 8 matrices, got 7': restored(({ parameters }) => ({
    parameters: parameters.slice(1),
  })),
  'ShapeMismatch parameters: expected (4, 4), got (1, 1)': restored(({ parameters }) => ({
    parameters: parameters.with(2, ONE),
  })),
  'ShapeMismatch first: expected (3, 4), got (1, 1)': restored(({ first }) => ({
    first: first.with(6, ONE),
  })),
  'ShapeMismatch first[0]: expected 4 numbers for (2, 2), got 1': restored(({ first }) => ({
    first: first.with(0, { ...ONE, shape: [2, 2] }),
  })),
  'ShapeMismatch second: expected 8 matrices, got 0': restored(() => ({ second: [] })),
  'OutOfRange second: expected numbers >= 0, got -1': restored(({ second }) => ({
    second: second.map(({ shape, data }) => ({ shape, data: data.map(() => -1) })),
  })),
};

/** Invalid calls of a language model, by the error that they cause. */
const MISUSED_MODEL: Record<string, (model: LanguageModel<Precision>) => unknown> = {
  'ShapeMismatch tokens: expected from 1 to 2 axes, got 3': (model) =>
    model.stages({ tokens: zeros(1, 2, 4) }),
  'ShapeMismatch tokens: expected at most 4 in a sequence, got 5': (model) =>
    model.stages({ tokens: zeros(1, 5) }),
  'OutOfRange tokens: expected whole numbers from 0 to 4, got 0.5': (model) =>
    model.stages({ tokens: { shape: [2], data: [0, 0.5] } }),
  'OutOfRange targets: expected whole numbers from 0 to 4, got 5': (model) =>
    model.gradient({ ...BATCHES, targets: { shape: [2, 4], data: new Array(8).fill(5) } }),
  'OutOfRange corpus: expected whole numbers from 0 to 4, got -1': (model) =>
    model.trainOn({ shape: [3], data: [0, -1, 0] }, { length: 1 }),
  'ShapeMismatch targets: expected (2, 4), got (1, 4)': (model) =>
    model.gradient({ ...BATCHES, targets: zeros(1, 4) }),
  'OutOfRange counts: expected whole numbers from 0 to 1, got 2': (model) =>
    model.train({ ...BATCHES, counts: { shape: [2, 4], data: new Array(8).fill(2) } }),
  'ShapeMismatch learningRates: expected 2 numbers for (2), got 1': (model) =>
    model.train(BATCHES, 2, [0.1]),
  'OutOfRange learningRates: expected a finite number >= 0, got -1': (model) =>
    model.train(BATCHES, 1, [-1]),
  'OutOfRange length: expected a number from 1 to 4, got 5': (model) =>
    model.trainOn(CORPUS, { length: 5 }),
  'OutOfRange sequences: expected a number from 1 to 16777216, got 0': (model) =>
    model.trainOn(CORPUS, { length: 4, sequences: 0 }),
  'OutOfRange length: expected a number from 1 to 4, got 9': (model) =>
    model.generator({ length: 9 }),
  'ShapeMismatch tokens: expected (1), got (2, 4)': (model) => {
    const generator = model.generator();
    try {
      generator.next(zeros(2, 4));
    } finally {
      generator.release();
    }
  },
  'UnknownOption batches: expected an object, got undefined': (model) =>
    model.train(undefined as never),
  'OutOfRange count: expected a whole number from 0 to 2^53 - 1, got -1': (model) =>
    model.train(BATCHES, -1),
  'ShapeMismatch E: expected a tensor, got undefined': (model) => model.load({}),
  'ShapeMismatch E: expected (5, 6), got (6, 5)': (model) =>
    model.load({ ...model.parameters, E: zeros(6, 5) as never }),
  'ShapeMismatch parameters: expected (1, 444), got (1, 1)': (model) =>
    model.restore({ ...model.state(), parameters: [0] as never }),
  'ShapeMismatch first: expected a list of numbers, got undefined': (model) =>
    model.restore({ ...model.state(), first: undefined as never }),
};

/** Invalid calls of the objects that methods create, by the error that they cause. */
const MISUSED: Partial<Record<Method, Record<string, (made: never) => unknown>>> = {
  newDotProductMoments: {
    'OutOfRange count: expected a whole number from 0 to 2^53 - 1, got -1': (
      job: DotProductMoments,
    ) => job.advance(-1),
  },
  newTensor: {
    'ShapeMismatch data: expected 3 numbers for (3, 1), got 1': (tensor: Resident) =>
      tensor.write([1]),
    'ShapeMismatch out: expected 3 numbers for (3, 1), got 2': (tensor: Resident) =>
      tensor.read(tensor.data.slice(1) as never),
  },
  newTrainer: MISUSED_TRAINER,
  newLanguageModel: MISUSED_MODEL,
};

/** Creates an object, makes an invalid call, checks that the object's state is unchanged, and releases it. */
const misused =
  (name: Method, use: (made: never) => unknown): Refused['refused'] =>
  (engine, precision) => {
    const made = call(name, REQUESTS[name]?.input ?? {})(engine, precision) as {
      state?(): object;
      release(): void;
    };
    const before = made.state?.();
    try {
      return use(made as never);
    } finally {
      expect(made.state?.()).toEqual(before);
      made.release();
    }
  };

export const REFUSALS: readonly Refused[] = [
  ...Object.entries(SPOILT).flatMap(([name, table]) =>
    Object.entries(table).map(([refusal, spoilt]) => ({
      name,
      refused: call(methodOf(name), { ...REQUESTS[name]?.input, ...spoilt }),
      refusal,
    })),
  ),
  ...Object.entries(MISUSED).flatMap(([name, table]) =>
    Object.entries(table).map(([refusal, use]) => ({
      name,
      refused: misused(name as Method, use),
      refusal,
    })),
  ),
];

export function partsOf(refusal: string): [string, string, string, string] {
  const found = /^(\w+) (.+?): expected (.+?), got (.+)$/.exec(refusal);
  if (found === null) throw new Error(`not a refusal: ${refusal}`);
  const [, kind = '', argument = '', expected = '', got = ''] = found;
  return [kind, argument, expected, got];
}
