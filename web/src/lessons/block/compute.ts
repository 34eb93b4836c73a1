// SPDX-License-Identifier: MIT
// The effects of a layer's parts on the words of a sentence.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import sentences from '../../lesson/sentences.json';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { columnsOf, dotsOf, identity, type Matrix, matrix, rowsOf } from '../matrix.ts';
import { oncePer } from '../once.ts';
import { wordVectors } from '../word-vectors.ts';
import { MOST_WORDS } from '../words-field.ts';

/** Added to the mean square, as in the C++ library, so that a row of zeros stays zero. */
const EPSILON = 1e-5;

/** RMS norm: divides each row by the square root of the mean of its squares. */
export const normalised = (rows: Matrix): Matrix =>
  rows.map((row) => {
    const square = row.reduce((sum, x) => sum + x * x, 0) / row.length;
    return row.map((x) => x / Math.sqrt(square + EPSILON));
  });

/** GELU as GPT-2 computes it, with tanh. */
export const gelu = (x: number): number =>
  0.5 * x * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3)));

export const plus = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, i) => row.map((x, j) => x + (b[i]?.[j] ?? 0)));

/** Computes self-attention. Each row is the vector of a word. */
export type Attend = (rows: Matrix) => { readonly output: Matrix; readonly weights: Matrix };

/**
 * The attention of the model's first layer with its trained `W_q` and `W_k`. `W_v` and `W_o` are identity matrices, so
 * that attention only mixes the words. The weights are the mean of the heads' weights.
 */
export function attention(engine: Engine, { heads, embeddings }: SentenceModel): Attend {
  const own = heads.filter(({ layer }) => layer === 0);
  const same = identity(embeddings.shape[1] ?? 0);
  const matrices = {
    ...{
      W_q: columnsOf(...own.map(({ W_q }) => W_q)),
      W_k: columnsOf(...own.map(({ W_k }) => W_k)),
    },
    ...{ W_v: same, W_o: same },
  };
  return (rows) => {
    const x = matrix(...rows);
    const { output, heads: found } = engine.multiHead({
      ...{ precision: 'float64', queries: x, keys: x, values: x, numHeads: own.length },
      ...{ causal: true, ...matrices },
    });
    const each = own.map((_, head) => rowsOf(found.weights, head));
    const weights = rows.map((_, i) =>
      rows.map((_, j) => each.reduce((sum, one) => sum + (one[i]?.[j] ?? 0), 0) / own.length),
    );
    return { output: rowsOf(output), weights };
  };
}

/** The width of the feed-forward part's hidden layer, as a multiple of the width of a word. */
export const WIDER = 4;
const SEED = 10;

/** The feed-forward part: two matrices with random numbers, and GELU between them. */
export function feedForward(engine: Engine, width: number): (rows: Matrix) => Matrix {
  const precision = 'float64';
  const random = (stream: number, outputs: number, inputs: number) =>
    engine.random({
      ...{ precision, seed: SEED, stream, shape: [outputs, inputs] },
      variance: 1 / inputs,
    });
  const [into, back] = [random(0, WIDER * width, width), random(1, width, WIDER * width)];
  const times = (rows: Matrix, keys: Tensor): Matrix =>
    rowsOf(dotsOf(engine, matrix(...rows), keys));
  return (rows) =>
    times(
      times(rows, into).map((row) => row.map(gelu)),
      back,
    );
}

export const MOST_LAYERS = 24;

export const fields = {
  depth: numberField(12, { min: 0, max: MOST_LAYERS }, WHOLE),
  /** The position of the removed word, counted from 1. */
  word: numberField(2, { min: 1, max: MOST_WORDS }, WHOLE),
  /** The size of a word vector, in the scenes that count parameters. */
  d: choiceField('768', ['32', '768', '12288']),
};
export type State = StateOf<typeof fields>;

/** The kinds of layers: only attention; attention with a residual connection; both, with a norm before attention. */
export const WAYS = ['alone', 'residual', 'norm'] as const;
export type Way = (typeof WAYS)[number];

const lengthOf = (row: readonly number[]): number => Math.hypot(...row);

/** The root mean square of the lengths of the rows. */
const usual = (rows: Matrix): number => lengthOf(rows.map(lengthOf)) / Math.sqrt(rows.length);

/** The length and the spread of word vectors, as root mean squares over all words. */
function measure(rows: Matrix) {
  const mean = (rows[0] ?? []).map(
    (_, j) => rows.reduce((sum, row) => sum + (row[j] as number), 0) / rows.length,
  );
  const length = usual(rows);
  return {
    length,
    /** The distance of the words from their mean, divided by their length. */
    distance: usual(rows.map((row) => row.map((x, j) => x - (mean[j] as number)))) / length,
  };
}

export type Measure = ReturnType<typeof measure>;

const STEPS: Readonly<Record<Way, (rows: Matrix, attend: Attend) => Matrix>> = {
  alone: (rows, attend) => attend(rows).output,
  residual: (rows, attend) => plus(rows, attend(rows).output),
  norm: (rows, attend) => plus(rows, attend(normalised(rows)).output),
};

/** Cached per model, because the results do not depend on the state. */
const stacked = oncePer((_: SentenceModel, words: Matrix, attend: Attend) => {
  const each = <T>(find: (way: Way) => T) =>
    Object.fromEntries(WAYS.map((way) => [way, find(way)])) as Record<Way, T>;
  const layers = each((way) => {
    const all: Matrix[] = [words];
    for (let rows = words; all.length <= MOST_LAYERS; all.push(rows))
      rows = STEPS[way](rows, attend);
    return all;
  });
  return { layers, curves: each((way) => layers[way].map(measure)) };
});

function stackOf(
  depth: number,
  words: readonly string[],
  { layers, curves }: ReturnType<typeof stacked>,
) {
  const at = (way: Way, layer: number) => curves[way][layer] as Measure;
  return {
    words,
    before: at('alone', 0),
    first: at('alone', 1),
    after: {
      alone: at('alone', depth),
      residual: at('residual', depth),
      norm: at('norm', depth),
    },
    /** The length of a normalised word, √d. */
    root: Math.sqrt(layers.alone[0]?.[0]?.length ?? 0),
    /** The measures after 0, 1, …, `MOST_LAYERS` layers. */
    curve: (way: Way) => curves[way],
    /** The word vectors after `depth` layers of a kind, or before the first layer if `way` is omitted. */
    rows: (way?: Way): Matrix => (way ? layers[way][depth] : layers.alone[0]) ?? [],
  };
}

export type Stack = ReturnType<typeof stackOf>;

/** The smallest change that is more than a rounding error. */
const LEAST = 1e-12;

/**
 * The effects of replacing one word's vector by its positional vector. For each word: the length of the change of its
 * input, of its attention output, and of its output of the feed-forward part.
 */
function removalOf(
  state: State,
  engine: Engine,
  model: SentenceModel,
  words: Matrix,
  attend: Attend,
) {
  const index = Math.min(state.word, words.length) - 1;
  const width = words[0]?.length ?? 0;
  const without = words.with(index, rowsOf(model.positions)[index] ?? []);
  const network = feedForward(engine, width);
  const changes = (f: (rows: Matrix) => Matrix): number[] => {
    const [one, other] = [f(words), f(without)];
    return one.map((row, i) => lengthOf(row.map((x, j) => x - (other[i]?.[j] as number))));
  };
  const found = {
    attention: changes((rows) => attend(normalised(rows)).output),
    network: changes((rows) => network(normalised(rows))),
  };
  const count = (list: readonly number[]) => list.filter((change) => change > LEAST).length;
  return {
    ...{ index, width, hidden: WIDER * width, before: changes((rows) => rows), ...found },
    changed: { attention: count(found.attention), network: count(found.network) },
    /** The weight of the removed word in each word's attention. */
    weights: attend(normalised(words)).weights.map((row) => row[index] as number),
  };
}

export type Removal = ReturnType<typeof removalOf>;

const ATTENTION_MATRICES = 4;
const NORMS = 2;
const MILLION = 1e6;

/** The numbers of parameters of a layer: its matrices without biases, and its norms with a gain and a bias each. */
function countOf(d: number) {
  const hidden = WIDER * d;
  const found = {
    attention: ATTENTION_MATRICES * d * d,
    network: d * hidden + hidden * d,
    norms: NORMS * 2 * d,
  };
  const whole = found.attention + found.network + found.norms;
  return {
    ...{ d, hidden, ...found },
    shares: {
      attention: found.attention / whole,
      network: found.network / whole,
      norms: found.norms / whole,
    },
    millions: { attention: found.attention / MILLION, network: found.network / MILLION },
  };
}

export type Count = ReturnType<typeof countOf>;

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const count = countOf(Number(state.d));
  const { depth } = state;
  if (model === undefined) return { depth, count, stack: undefined, removal: undefined };
  const names = sentences[model.language][0] ?? [];
  const words = rowsOf(wordVectors(model, names));
  const attend = attention(engine, model);
  return {
    ...{ depth, count },
    stack: stackOf(depth, names, stacked(model, words, attend)),
    removal: removalOf(state, engine, model, words, attend),
  };
}

export type Numbers = ReturnType<typeof compute>;
