// SPDX-License-Identifier: MIT
import type { Engine, SentenceModel } from '../../engine/index.ts';
import { dotsOf, largestDifference, type Matrix, matrix, rowsOf } from '../matrix.ts';
import sentences from './words.json';

export const COUNT = sentences.en.length;
/** Number of components of a word vector. It equals the width of the sentence model. */
export const WIDTH = 32;
/** Number of positions whose dot products are compared. */
export const PLACES = 16;

export const IN_ORDER = Array.from({ length: COUNT }, (_, i) => i + 1);
/** The order of the words after the two nouns are swapped. */
export const SWAPPED = [1, 5, 3, 4, 2] as const;

export interface State {
  /** The words in their current order, each as its position in the original sentence, counted from 1. */
  readonly order: readonly number[];
  readonly positions: 'none' | 'sinusoidal' | 'learned';
  readonly mask: 'none' | 'causal';
}
export type Positions = State['positions'];

export const EXAMPLE: State = Object.freeze({ order: SWAPPED, positions: 'none', mask: 'none' });

/**
 * Upper bound for rounding errors of an output. A larger difference is a real change. For two words, Σ|xᵢyᵢ| ≤ d = 32,
 * so the error of a score is at most d·2⁻⁵³·32/√d = 2e-14. Together with the rounding in softmax, a weight changes by
 * at most four times the error of a score. Entries are below √d, so an output changes by at most 5e-13.
 */
export const ROUNDING = 1e-12;

/** The vectors of the words, one per row, and the learned positions. */
export interface Vectors {
  readonly words: readonly string[];
  readonly X: Matrix;
  readonly P: Matrix;
}

const precision = 'float64';

/** For each position, the vector that is added to the word there: sinusoidal, learned, or zero. */
export function positionsOf(engine: Engine, kind: Positions, { P }: Vectors): Matrix {
  if (kind === 'sinusoidal')
    return rowsOf(engine.positionalEncoding({ precision, positions: PLACES, width: WIDTH }));
  return kind === 'learned' ? P : P.map((row) => row.map(() => 0));
}

/** Self-attention of words in their current order. `added`: the positional vectors, which are added to the words. */
export function attend(engine: Engine, words: Matrix, added: Matrix, causal: boolean) {
  const x = matrix(...words.map((row, i) => row.map((entry, j) => entry + (added[i]?.[j] ?? 0))));
  const { weights, output } = engine.attention({
    ...{ precision, queries: x, keys: x, values: x, divisor: 'sqrt_dk', causal },
  });
  return { weights: rowsOf(weights), outputs: rowsOf(output) };
}

export const productsOf = (engine: Engine, rows: Matrix): Matrix => {
  const x = matrix(...rows);
  return rowsOf(dotsOf(engine, x, x));
};

/** The largest range (maximum − minimum) among the diagonals of a symmetric matrix, read below its main diagonal. */
export function spreadOf(products: Matrix): number {
  const ranges = products.map((_, distance) => {
    const diagonal = products.slice(distance).map((row, i) => row[i] ?? Number.NaN);
    return Math.max(...diagonal) - Math.min(...diagonal);
  });
  return Math.max(...ranges);
}

/**
 * Computes attention for the words in `order` and for their original order. `changes` contains, for each word, the
 * largest absolute difference between its two outputs.
 */
export function changesOf(
  engine: Engine,
  { X }: Pick<Vectors, 'X'>,
  order: readonly number[],
  added: Matrix,
  causal: boolean,
) {
  const before = attend(engine, X, added, causal).outputs;
  const now = attend(
    engine,
    order.map((word) => X[word - 1] ?? []),
    added,
    causal,
  );
  const changes = X.map((_, word) =>
    largestDifference(before[word], now.outputs[order.indexOf(word + 1)]),
  );
  return { ...now, before, changes };
}

/** Computes the numbers with the English sentence model, which the experiments also use. */
export const compute = async (state: State, engine: Engine) =>
  numbersOf(state, engine, vectorsOf(await engine.sentenceModel('en')));

/** Results are indexed by word: its position in the original sentence, counted from 0. */
export function numbersOf(state: State, engine: Engine, vectors: Vectors) {
  const all = positionsOf(engine, state.positions, vectors);
  const added = all.slice(0, COUNT);
  const found = changesOf(engine, vectors, state.order, added, state.mask === 'causal');
  const products = productsOf(engine, all);
  return {
    ...vectors,
    ...found,
    added,
    largest: Math.max(...found.changes),
    /** The dot products of all pairs of positional vectors, and the largest range (maximum − minimum) of a diagonal. */
    products,
    spread: spreadOf(products),
  };
}

export type Numbers = ReturnType<typeof numbersOf>;

/** Scales a vector to a mean square of 1. Its dot product with itself, divided by √d, is then √d. */
function scaled(vector: readonly number[]): readonly number[] {
  const square = vector.reduce((sum, x) => sum + x * x, 0) / vector.length;
  return vector.map((x) => x / Math.sqrt(square));
}

/** The words of the lesson's sentence with their scaled vectors, and the learned positional vectors. */
export function vectorsOf({ language, words, embeddings, positions }: SentenceModel): Vectors {
  const E = rowsOf(embeddings);
  const own = sentences[language];
  return {
    words: own,
    X: own.map((word) => scaled(E[words.indexOf(word)] ?? [])),
    P: rowsOf(positions).slice(0, PLACES),
  };
}

export const ORDERS: readonly (readonly number[])[] = permutations(IN_ORDER);

function permutations(items: readonly number[]): number[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, i) =>
    permutations(items.toSpliced(i, 1)).map((rest) => [item, ...rest]),
  );
}

/** The next order in a fixed sequence that visits all 120 permutations. */
export function shuffled(order: readonly number[]): readonly number[] {
  const index = ORDERS.findIndex((one) => String(one) === String(order));
  // This linear congruential generator has full period: 61 − 1 is divisible by 4, 3 and 5, and 47 is coprime to 120.
  return ORDERS[(61 * index + 47) % ORDERS.length] as readonly number[];
}
