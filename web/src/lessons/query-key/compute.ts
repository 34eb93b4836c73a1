// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import type { SessionHost } from '../define-lesson.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { OnDemand, once } from '../on-demand.ts';
import { SentenceSession, wordVectors } from '../sentence-session.ts';
import { type Circle, computeCircle } from './circle.ts';
import { type RandomSentence, randomSentence } from './random.ts';
import { HEAD_WIDTH, type Projection, type State } from './state.ts';
import sentences from './words.json';

/** The results of self-attention of n tokens with d components, whose values are the tokens themselves. */
export interface Similarity {
  /** Scores after the division, of shape (n, n). Row i contains the scores of query i. */
  readonly scores: Matrix;
  readonly weights: Matrix;
  /** The tokens, of shape (n, d). */
  readonly values: Tensor;
  readonly output: Tensor;
  /**
   * The relative distance between each token and its output. This list and the lists of sums have one entry for each
   * token.
   */
  readonly distances: readonly number[];
  readonly rowSums: readonly number[];
  readonly columnSums: readonly number[];
  readonly scoresAsymmetry: number;
  readonly weightsAsymmetry: number;
  readonly meanDiagonal: number;
  readonly smallestEigenvalue: number;
}

export interface Shown extends Similarity {
  readonly names: readonly string[];
}

export interface Numbers {
  /** Whether the sentence model (a small trained transformer) is loaded. */
  readonly isReady: boolean;
  /** The reader's sentence, or the lesson's example if it is empty. It may contain words outside the vocabulary. */
  readonly sentence: readonly string[];
  readonly vocabulary: readonly string[];
  /** The number of words of the sentence that the model knows but that do not fit into the figure. */
  readonly omitted: number;
  /** Self-attention of the words of the sentence, or of three tokens in the plane. */
  readonly shown: Shown;
  /** Computes the circle of three tokens at the first call. */
  readonly circle: () => Circle;
  /** Computes the sentence with random embeddings at the first call. Only Verify (the second view) shows it. */
  readonly random: () => RandomSentence;
}

/** Maximum number of words in the figure. */
export const MOST_WORDS = 8;
export const NAMES = ['A', 'B', 'C'] as const;

type Options = Pick<State, 'precision' | 'divisor'> & {
  readonly W_q?: Tensor;
  readonly W_k?: Tensor;
};

/** Self-attention of tokens of shape (n, d), whose values are the tokens themselves. */
export function similarity(engine: Engine, values: Tensor, options: Options): Similarity {
  const found = engine.selfSimilarity({ tokens: values, ...options });
  return {
    scores: rowsOf(found.scores),
    weights: rowsOf(found.weights),
    values,
    output: found.output,
    distances: Array.from(found.relativeDistances.data),
    rowSums: Array.from(found.rowSums.data),
    columnSums: Array.from(found.columnSums.data),
    scoresAsymmetry: found.scoresAsymmetry,
    weightsAsymmetry: found.weightsAsymmetry,
    meanDiagonal: found.meanDiagonal,
    smallestEigenvalue: found.smallestEigenvalue,
  };
}

export const strongestOf = (row: readonly number[]): number => row.indexOf(Math.max(...row));

function firstColumns({ shape, data }: Tensor, count: number): Tensor {
  const [rows = 0, columns = 0] = shape;
  return {
    shape: [rows, count],
    data: Array.from(
      { length: rows * count },
      (_, i) => data[Math.floor(i / count) * columns + (i % count)] as number,
    ),
  };
}

/**
 * The projection matrices of a head in the sentence model's first layer, limited to their first `width` columns. The
 * layer's input is the embedding of a word plus the vector of its position.
 */
export function projectionsOf(
  { heads }: SentenceModel,
  { head, width = HEAD_WIDTH }: Pick<State, 'head'> & Partial<Pick<State, 'width'>>,
  projection: Projection,
): { readonly W_q?: Tensor; readonly W_k?: Tensor } {
  const own = heads.filter(({ layer }) => layer === 0)[Number(head) - 1];
  if (own === undefined || projection === 'none') return {};
  const W_q = firstColumns(own.W_q, width);
  return { W_q, W_k: projection === 'shared' ? W_q : firstColumns(own.W_k, width) };
}

const planeOf = (vectors: readonly number[]): Tensor => ({ shape: [3, 2], data: vectors });

/**
 * Computes self-attention of the words of the sentence, with the trained matrices. If the state selects tokens in the
 * plane, the model is not loaded or there are no words, computes that of the tokens in the plane, without matrices.
 */
function shownOf(
  state: State,
  engine: Engine,
  model: SentenceModel | undefined,
  words: readonly string[],
): Shown {
  const { precision, divisor, figure, projection } = state;
  const options = { precision, divisor };
  if (model === undefined || figure === 'tokens' || words.length === 0)
    return { names: NAMES, ...similarity(engine, planeOf(state.vectors), options) };
  const projections = projectionsOf(model, state, projection);
  return {
    names: words,
    ...similarity(engine, wordVectors(model, words), { ...options, ...projections }),
  };
}

/** The sentence that the state selects, and its words that the sentence model knows. */
function sentenceOf(state: State, model: SentenceModel | undefined) {
  if (model === undefined) return { sentence: [], vocabulary: [], known: [] };
  const sentence = state.words.length > 0 ? state.words : sentences[model.language];
  const known = sentence.filter((word) => model.words.includes(word));
  return { sentence, vocabulary: model.words, known };
}

const newSentences = () =>
  new OnDemand<State, RandomSentence>((state, engine, last) =>
    randomSentence(state, engine, last?.numbers),
  );

/**
 * Computes all numbers.
 * @param randomSentences  computes the sentence in Verify (the lesson's second view), and reuses what has not changed
 */
export function compute(
  state: State,
  engine: Engine,
  model?: SentenceModel,
  randomSentences = newSentences(),
): Numbers {
  const { sentence, vocabulary, known } = sentenceOf(state, model);
  return {
    isReady: model !== undefined,
    sentence,
    vocabulary,
    omitted: Math.max(known.length - MOST_WORDS, 0),
    shown: shownOf(state, engine, model, known.slice(0, MOST_WORDS)),
    circle: once(() => computeCircle(state, engine)),
    random: randomSentences.at(state, engine),
  };
}

export class QueryKeySession extends SentenceSession<State, Numbers> {
  constructor(host: SessionHost) {
    const randomSentences = newSentences();
    super(host, (state, engine, model) => compute(state, engine, model, randomSentences));
  }
}

/** Two tokens i and j: the score of i for j, and the mean of their scores for themselves. */
export interface Pair {
  readonly i: number;
  readonly j: number;
  readonly score: number;
  readonly mean: number;
}

/**
 * The pair of tokens for which the score minus the mean of both tokens' scores for themselves is largest. Without
 * projections or with a shared one, this difference is never positive. Undefined if there is only one token.
 * @param only  index of a token; considers only pairs with this token as the query
 */
export function nearestPair(scores: Matrix, only?: number): Pair | undefined {
  const pairs = scores.flatMap((row, i) =>
    row.map((score, j): Pair => {
      const own = (k: number) => scores[k]?.[k] ?? Number.NaN;
      return { i, j, score, mean: (own(i) + own(j)) / 2 };
    }),
  );
  const excess = ({ score, mean }: Pair) => score - mean;
  const [nearest] = pairs
    .filter(({ i, j }) => i !== j && (only === undefined || i === only))
    .toSorted((a, b) => excess(b) - excess(a));
  return nearest;
}

/** The number of tokens that have their largest weight for the previous token. */
export const toTheOneBefore = (weights: Matrix): number =>
  weights.filter((row, i) => i > 0 && strongestOf(row) === i - 1).length;
