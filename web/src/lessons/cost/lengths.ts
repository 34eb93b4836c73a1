// SPDX-License-Identifier: MIT
// The costs of a layer for a text of n tokens and for a text of 2n tokens: multiply-adds, bytes, keys, and the times
// that the reader measures.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { inUnit } from '../../i18n/bytes.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { oncePer } from '../once.ts';
import { exampleOf } from './compute.ts';
import {
  cacheBytes,
  feedForwardWork,
  matrixBytes,
  NUMBER,
  projectionWork,
  scoreWork,
  streamingBytes,
  TILE,
  tileScoresBytes,
} from './counts.ts';
import { growthOf, jobsUpTo, LONGEST, METHODS, type Method, PLAIN_MOST } from './timing.ts';
import { pointsOf, runner } from './timing-runner.ts';
import { MOST_WORDS, write } from './writing.ts';

/** The number of components of a token in the scenes (`WIDTH`), and of a query of one head (`HEAD`). */
const WIDTH = 4096;
const HEAD = 128;
/** The n, as a multiple of d, at which scores and weighted means take as much work as the rest of the layer. */
const EQUAL = 6;
/** The n, as a multiple of d, at which scores and weighted means take as much work as the projections alone. */
const EQUAL_TO_PROJECTIONS = 2;
export const LEAST_TOKENS = 8;
export const MOST_TOKENS = 2 * EQUAL * WIDTH;

/** The numbers of tokens that the slider offers: powers of two, and the midpoints between them. */
const STOPS: readonly number[] = Array.from({ length: 13 }, (_, i) => LEAST_TOKENS * 2 ** i)
  .flatMap((n) => [n, 1.5 * n])
  .filter((n) => n <= MOST_TOKENS);

const TILE_KEYS = 2;
const EXAMPLE = {
  query: [1],
  keys: [[1], [2], [4], [0], [3], [1], [5], [2]],
  values: [[2], [4], [6], [0], [8], [2], [1], [5]],
} as const;
export const TILES = EXAMPLE.keys.length / TILE_KEYS;

export const fields = {
  n: numberField(
    LEAST_TOKENS,
    { min: LEAST_TOKENS, max: MOST_TOKENS },
    { ...WHOLE, scale: 'log', stops: STOPS },
  ),
  /** The number of tiles of the example that have been read. */
  read: numberField(TILES, { min: 1, max: TILES }, WHOLE),
  /** The number of words of the generated sentence that are shown. */
  words: numberField(MOST_WORDS, { min: 1, max: MOST_WORDS }, WHOLE),
  /** The number of tokens of the longest text whose time is measured, as a string. */
  longest: choiceField('2048', LONGEST),
};
export type State = StateOf<typeof fields>;

/** A number of bytes, also in the largest unit in which it is at least 1. */
const amount = (bytes: number) => {
  const [value, unit] = inUnit(bytes);
  return { bytes, value, unit };
};

export type Amount = ReturnType<typeof amount>;

function textOf(n: number) {
  const parts = [projectionWork(n, WIDTH), feedForwardWork(n, WIDTH), scoreWork(n, WIDTH)];
  const work = parts.reduce((sum, one) => sum + one, 0);
  const [projections = 0, feedForward = 0, pairs = 0] = parts.map((one) => one / (n * WIDTH ** 2));
  return {
    n,
    /** The number of scores of a head. */
    scores: n ** 2,
    /** The multiply-adds for each token, divided by d²: projections, feed-forward part, scores with weighted means. */
    ...{ projections, feedForward, pairs },
    /** The multiply-adds of all tokens, and the share of scores and weighted means in them. */
    ...{ work, share: scoreWork(n, WIDTH) / work },
    /** Bytes of a head's scores, of a head in streaming attention, and of a layer's keys and values. */
    stored: amount(matrixBytes(n)),
    streamed: amount(streamingBytes(n, HEAD)),
    cache: amount(cacheBytes(n, WIDTH)),
  };
}

export type Text = ReturnType<typeof textOf>;

/** The results of a query: after each tile of keys (`kept`), and for all keys at once (`whole`). */
const tilesOf = oncePer((engine: Engine) => {
  const { logits, output, weights, steps } = exampleOf(engine, EXAMPLE, TILE_KEYS);
  const largest = Math.max(...logits);
  return {
    kept: steps.map((step, i) => ({
      /** The first key of the tile, counted from 1; the scores of the tile; and the largest score so far. */
      ...{ from: step.from, scores: step.logits, largest: step.largest },
      /** The sum of exp(score − largest score), and the weighted mean of the values so far. */
      sum: Math.exp(step.logSumExp - step.largest),
      output: step.output[0] ?? Number.NaN,
      /** The factor that rescales the sum of the previous tiles to the new largest score. */
      factor: Math.exp((steps[i - 1]?.largest ?? Number.NEGATIVE_INFINITY) - step.largest),
    })),
    // `sum` is Σ exp(score − largest score). Its inverse is the weight of the largest score.
    whole: {
      ...{ scores: logits, largest, sum: 1 / Math.max(...weights) },
      output: output[0] ?? Number.NaN,
    },
  };
});

const sentenceOf = oncePer((model: SentenceModel, engine: Engine) => write(engine, model));

/** The times that the reader has measured, and functions that start and stop measurements. */
function measuredOf({ longest }: State, engine: Engine) {
  const jobs = jobsUpTo(longest);
  const ns = jobs.map(({ n }) => n);
  const { timed } = runner;
  const each = <Value>(of: (method: Method) => Value) =>
    Object.fromEntries(METHODS.map((method) => [method, of(method)])) as Record<Method, Value>;
  return {
    isRunning: runner.isRunning,
    isOnPage: runner.isOnPage,
    current: runner.current,
    refused: runner.refused,
    /** `done`, `total`: numbers of measurements. `least`, `most`, `plainMost`: numbers of tokens. */
    done: jobs.length - runner.missing(longest).length,
    total: jobs.length,
    ...{ least: Math.min(...ns), most: Math.max(...ns), plainMost: PLAIN_MOST },
    points: each((method) => pointsOf(timed, method)),
    growth: each((method) => growthOf(pointsOf(timed, method))),
    start: () => runner.start(longest, engine),
    stop: () => runner.stop(),
  };
}

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const [now, twice] = [textOf(state.n), textOf(2 * state.n)];
  const written = model && sentenceOf(model, engine);
  const last = state.words - 1;
  const matrices = now.projections + now.feedForward;
  return {
    /** `d`, `head`: the numbers of components of a token, and of a query of one head. `bytes`: the size of a number. */
    ...{ d: WIDTH, head: HEAD, bytes: NUMBER },
    ...{ now, twice },
    /** Ratios of the costs for 2n and for n tokens: scores, work of the matrices, and all work. */
    growth: {
      scores: twice.scores / now.scores,
      matrices: twice.n / now.n,
      work: twice.work / now.work,
    },
    /** The n at which scores and weighted means take as much work as the rest of the layer, or as the projections. */
    equal: { n: EQUAL * WIDTH, times: EQUAL, matrices },
    equalToProjections: { n: EQUAL_TO_PROJECTIONS * WIDTH, times: EQUAL_TO_PROJECTIONS },
    /** The numbers of queries and keys in a tile, and the bytes of its scores. */
    tile: {
      queries: TILE.tileQueries,
      keys: TILE.tileKeys,
      scores: amount(tileScoresBytes(state.n)),
    },
    tiles: tilesOf(engine),
    /** `written` is undefined until the model is loaded. `keys`: the numbers of computed keys for the shown words. */
    written,
    keys: { repeated: written?.repeated[last] ?? 0, cached: written?.cached[last] ?? 0 },
    /** A getter, because measured times do not derive from the state. */
    get measured() {
      return measuredOf(state, engine);
    },
  };
}

export type Numbers = ReturnType<typeof compute>;
