// SPDX-License-Identifier: MIT
// What a text of n tokens costs in a layer, and what twice the text costs: multiply-adds, bytes, keys, and the times that
// the reader measures.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { exampleOf } from './compute.ts';
import {
  cacheBytes,
  feedForwardWork,
  inUnit,
  matrixBytes,
  NUMBER,
  projectionWork,
  scoreWork,
  streamingBytes,
  TILE,
  tileScoresBytes,
} from './counts.ts';
import { runner } from './here.ts';
import {
  type Growth,
  growthFrom,
  type Job,
  jobsUpTo,
  LONGEST,
  METHODS,
  type Method,
  PLAIN_MOST,
} from './timing.ts';
import { type Points, pointsOf } from './timing-runner.ts';
import { MOST_WORDS, type Written, write } from './writing.ts';

/** The components of a token in the scenes, and of a query of one head. */
const WIDTH = 4096;
const HEAD = 128;
/** The n at which scores and means take as much work as projections and feed-forward part, in d. */
const EQUAL = 6;
/** The same without the feed-forward part. */
const EQUAL_TO_PROJECTIONS = 2;
export const LEAST_TOKENS = 8;
export const MOST_TOKENS = 2 * EQUAL * WIDTH;

/** Powers of two, and the midpoints between them. */
const STOPS: readonly number[] = Array.from({ length: 13 }, (_, i) => LEAST_TOKENS * 2 ** i)
  .flatMap((n) => [n, 1.5 * n])
  .filter((n) => n <= MOST_TOKENS);

/** The keys of the example, read in tiles of two. */
const TILE_KEYS = 2;
const EXAMPLE = {
  query: [1],
  keys: [[1], [2], [4], [0], [3], [1], [5], [2]],
  values: [[2], [4], [6], [0], [8], [2], [1], [5]],
} as const;
export const TILES = EXAMPLE.keys.length / TILE_KEYS;

export const fields = {
  /** The number of tokens in the text. */
  n: numberField(
    LEAST_TOKENS,
    { min: LEAST_TOKENS, max: MOST_TOKENS },
    { ...WHOLE, scale: 'log', stops: STOPS },
  ),
  /** How many tiles of the example are read. */
  read: numberField(TILES, { min: 1, max: TILES }, WHOLE),
  /** How many words of a sentence are written. */
  words: numberField(MOST_WORDS, { min: 1, max: MOST_WORDS }, WHOLE),
  /** The longest text whose time is measured. */
  longest: choiceField('2048', LONGEST),
};
export type State = StateOf<typeof fields>;

/** A number of bytes, and the same in the largest unit in which it is at least 1. */
export interface Amount {
  readonly bytes: number;
  readonly value: number;
  readonly unit: string;
}

const amount = (bytes: number): Amount => {
  const [value, unit] = inUnit(bytes);
  return { bytes, value, unit };
};

/** What a text costs. Multiply-adds are counted in d², those of a token and one d × d matrix. */
export interface Text {
  readonly n: number;
  /** The number of scores of a head. */
  readonly scores: number;
  /** For each token: the four projections, the feed-forward part, and scores and means. */
  readonly projections: number;
  readonly feedForward: number;
  readonly pairs: number;
  /** The multiply-adds of all tokens. */
  readonly work: number;
  /** The share of scores and means in the work. */
  readonly share: number;
  /** The scores of a head; what remains of a head with tiles; and the keys and values of a layer. */
  readonly stored: Amount;
  readonly streamed: Amount;
  readonly cache: Amount;
}

function textOf(n: number): Text {
  const parts = [projectionWork(n, WIDTH), feedForwardWork(n, WIDTH), scoreWork(n, WIDTH)];
  const work = parts.reduce((sum, one) => sum + one, 0);
  const [projections = 0, feedForward = 0, pairs = 0] = parts.map((one) => one / (n * WIDTH ** 2));
  return {
    ...{ n, scores: n ** 2, projections, feedForward, pairs, work },
    share: scoreWork(n, WIDTH) / work,
    stored: amount(matrixBytes(n)),
    streamed: amount(streamingBytes(n, HEAD)),
    cache: amount(cacheBytes(n, WIDTH)),
  };
}

/** What a query keeps after a tile of keys. */
export interface Kept {
  /** The first key of the tile, counted from 1. */
  readonly from: number;
  readonly scores: readonly number[];
  /** The largest score so far, the sum of the powers counted from it, and the weighted mean of the values so far. */
  readonly largest: number;
  readonly sum: number;
  readonly output: number;
  /** The factor by which the sum of the tiles before shrinks. */
  readonly factor: number;
}

export interface Tiles {
  readonly kept: readonly Kept[];
  /** The same for all keys at once. */
  readonly whole: Pick<Kept, 'scores' | 'largest' | 'sum' | 'output'>;
}

const tilesOfEngines = new WeakMap<Engine, Tiles>();

function tilesOf(engine: Engine): Tiles {
  const known = tilesOfEngines.get(engine);
  if (known !== undefined) return known;
  const { logits, output, weights, steps } = exampleOf(engine, EXAMPLE, TILE_KEYS);
  const largest = Math.max(...logits);
  const tiles: Tiles = {
    kept: steps.map((step, i) => ({
      ...{ from: step.from, scores: step.logits, largest: step.largest },
      sum: Math.exp(step.logSumExp - step.largest),
      output: step.output[0] ?? Number.NaN,
      factor: Math.exp((steps[i - 1]?.largest ?? Number.NEGATIVE_INFINITY) - step.largest),
    })),
    // The weight of the largest score is 1 ÷ the sum.
    whole: {
      ...{ scores: logits, largest, sum: 1 / Math.max(...weights) },
      output: output[0] ?? Number.NaN,
    },
  };
  tilesOfEngines.set(engine, tiles);
  return tiles;
}

const sentences = new WeakMap<SentenceModel, Written>();

function sentenceOf(engine: Engine, model: SentenceModel): Written {
  const written = sentences.get(model) ?? write(engine, model);
  sentences.set(model, written);
  return written;
}

/** The times that the reader has measured, and the way to measure more. */
export interface Measured {
  readonly isRunning: boolean;
  readonly isOnPage: boolean;
  readonly current: Job | undefined;
  readonly refused: readonly Job[];
  /** The numbers of measurements made and wanted, of the shortest and the longest text, and the longest for plain. */
  readonly done: number;
  readonly total: number;
  readonly least: number;
  readonly most: number;
  readonly plainMost: number;
  readonly points: Readonly<Record<Method, Points>>;
  readonly growth: Readonly<Record<Method, Growth | undefined>>;
  readonly start: () => void;
  readonly stop: () => void;
}

function measuredOf({ longest }: State, engine: Engine): Measured {
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
    done: jobs.length - runner.missing(longest).length,
    total: jobs.length,
    ...{ least: Math.min(...ns), most: Math.max(...ns), plainMost: PLAIN_MOST },
    points: each((method) => pointsOf(timed, method)),
    growth: each((method) => growthFrom(pointsOf(timed, method))),
    start: () => runner.start(longest, engine),
    stop: () => runner.stop(),
  };
}

export interface Numbers {
  readonly d: number;
  /** The components of a query of one head. */
  readonly head: number;
  readonly bytes: number;
  readonly now: Text;
  readonly twice: Text;
  /** How many times the scores and the work twice the text has. */
  readonly growth: { readonly scores: number; readonly matrices: number; readonly work: number };
  /** The lengths at which scores and means take as much work as the rest, and as the projections alone. */
  readonly equal: { readonly n: number; readonly times: number; readonly matrices: number };
  readonly equalToProjections: { readonly n: number; readonly times: number };
  /** The queries and the keys of a tile, and its scores. */
  readonly tile: { readonly queries: number; readonly keys: number; readonly scores: Amount };
  readonly tiles: Tiles;
  /** The keys computed for the written words. The sentence is undefined until the model is loaded. */
  readonly written: Written | undefined;
  readonly keys: { readonly repeated: number; readonly cached: number };
  /** Read anew each time, because times do not derive from the state. */
  readonly measured: Measured;
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  const [now, twice] = [textOf(state.n), textOf(2 * state.n)];
  const written = model && sentenceOf(engine, model);
  const last = state.words - 1;
  const matrices = now.projections + now.feedForward;
  return {
    ...{ d: WIDTH, head: HEAD },
    bytes: NUMBER,
    ...{ now, twice },
    growth: {
      scores: twice.scores / now.scores,
      matrices: twice.n / now.n,
      work: twice.work / now.work,
    },
    equal: { n: EQUAL * WIDTH, times: EQUAL, matrices },
    equalToProjections: { n: EQUAL_TO_PROJECTIONS * WIDTH, times: EQUAL_TO_PROJECTIONS },
    tile: {
      queries: TILE.tileQueries,
      keys: TILE.tileKeys,
      scores: amount(tileScoresBytes(state.n)),
    },
    tiles: tilesOf(engine),
    written,
    keys: { repeated: written?.repeated[last] ?? 0, cached: written?.cached[last] ?? 0 },
    get measured() {
      return measuredOf(state, engine);
    },
  };
}
