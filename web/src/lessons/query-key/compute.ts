// SPDX-License-Identifier: MIT
import type { Engine, Precision, Tensor } from '../../engine/index.ts';
import { column, dotsOf, matrix } from '../matrix.ts';
import { similarity } from './similarity.ts';

/** How tokens are projected to queries and keys: not at all, with one shared projection, or with two. */
export type Projection = 'none' | 'shared' | 'two';

/** Both projection matrices, of shape (d, d_k). A shared projection is the same tensor twice. */
export interface Projections {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
}

/** The tokens A, B and C, one in each row, and their projections. */
export interface Three extends Projections {
  readonly tokens: Tensor;
}

/** The inputs of the page Verify: a sentence with random embeddings, or three tokens. */
export interface State {
  /** Three tokens; if defined, they replace the tokens of the sentence. */
  readonly three: Three | undefined;
  readonly projection: Projection;
  /** Number of components of an embedding of the sentence, d, and their standard deviation σ. */
  readonly dimension: number;
  readonly deviation: number;
  readonly divisor: 'sqrt_dk' | 'none';
  readonly precision: Precision;
}

/** The 300 dimensions are from line 18 of document 003, a source text of the lesson (web/src/ledger). */
export const EXAMPLE: State = Object.freeze({
  three: undefined,
  projection: 'none',
  dimension: 300,
  deviation: 1,
  divisor: 'sqrt_dk',
  precision: 'float64',
});
export const with_ = (change: Partial<State>): State => Object.freeze({ ...EXAMPLE, ...change });

/** Three tokens. Each is shorter than the previous token, at an angle of 45° to it. */
export const LINE: State = with_({ three: { tokens: matrix([8, 0], [3, 3], [0, 2]) } });

const SENTENCE = 'Hello, how are you?';
/** Words and punctuation marks. */
const TOKEN = /\p{L}+|[^\s\p{L}]/gu;
const TOKENS: readonly string[] = SENTENCE.match(TOKEN) ?? [];

const SEED = 1;
const QUERY_STREAM = 1;
const KEY_STREAM = 2;
/** The lowest number of a token's random stream. Smaller numbers are reserved for the projections. */
const FIRST_STREAM = 1024;
/** The numbers of the tokens' random streams are below this, because the engine uses the numbers from here on. */
const END_OF_STREAMS = 2 ** 32;

/** The random stream of a token: the FNV-1a hash of its UTF-16 code units, so it does not depend on other tokens. */
function streamOf(token: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < token.length; i++) {
    hash = Math.imul(hash ^ token.charCodeAt(i), 0x01000193) >>> 0;
  }
  return FIRST_STREAM + (hash % (END_OF_STREAMS - FIRST_STREAM));
}

/** Embeddings of shape (n, dimension), with standard deviation 1. `dimension` does not change the first components. */
function embeddings({ precision, dimension }: State, engine: Engine): Tensor {
  const rows = TOKENS.map(
    (token) =>
      engine.random({ precision, shape: [dimension], seed: SEED, stream: streamOf(token) }).data,
  );
  return { shape: [TOKENS.length, dimension], data: rows.flatMap((row) => Array.from(row)) };
}

/** Maximum number of columns of a projection. It has fewer if the embedding has fewer components. */
const WIDEST_HEAD = 64;

/** Random projections with entries of variance 1/d, so that they preserve the variance of components. */
function projectionsOf({ precision, projection, dimension }: State, engine: Engine): Projections {
  if (projection === 'none') return {};
  const shape = [dimension, Math.min(dimension, WIDEST_HEAD)];
  const draw = (stream: number) =>
    engine.random({ precision, shape, seed: SEED, stream, variance: 1 / dimension });
  const W_q = draw(QUERY_STREAM);
  return { W_q, W_k: projection === 'shared' ? W_q : draw(KEY_STREAM) };
}

/** Multiplies all components by the standard deviation σ, with the engine's matrix product. */
function stretched(
  engine: Engine,
  { precision, deviation }: State,
  { shape, data }: Tensor,
): Tensor {
  return { shape, data: dotsOf(engine, column(data), column([deviation]), precision).data };
}

/** The attention of the sentence in line 18 of document 003 (web/src/ledger), whose tokens have random embeddings. */
export function randomSentence(state: State, engine: Engine) {
  const { divisor, precision } = state;
  const projections = projectionsOf(state, engine);
  const values = stretched(engine, state, embeddings(state, engine));
  return {
    ...similarity(engine, values, { precision, divisor, ...projections }),
    tokens: TOKENS,
    projections,
  };
}

const NAMES = ['A', 'B', 'C'] as const;

/** The results of self-attention, and as `tokens` the tokens of the sentence or the names of the three tokens. */
export function compute(state: State, engine: Engine) {
  const { three, precision, divisor } = state;
  if (three === undefined) return randomSentence(state, engine);
  const { tokens, ...projections } = three;
  return { ...similarity(engine, tokens, { precision, divisor, ...projections }), tokens: NAMES };
}

export type Numbers = ReturnType<typeof compute>;
