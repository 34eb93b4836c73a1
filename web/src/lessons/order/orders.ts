// SPDX-License-Identifier: MIT
// A sentence in its original order and in another order, and the words that have the same output in both orders.
import type { Engine, SentenceModel, Tensor } from '../../engine/index.ts';
import {
  choiceField,
  type Field,
  listField,
  numberField,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';
import { columnsOf, identity, largestDifference, type Matrix, matrix, rowsOf } from '../matrix.ts';
import { oncePer } from '../once.ts';
import { COUNT, IN_ORDER, SWAPPED } from './compute.ts';
import { FAR, turn } from './turned.ts';
import sentences from './words.json';

/** `linear` subtracts half of the distance of two words from their score, as ALiBi does. */
export const WAYS = ['none', 'causal', 'sinusoidal', 'learned', 'linear', 'rotary'] as const;
export type Way = (typeof WAYS)[number];

/** The head with the largest weights for the nouns, in each language. */
const HEADS = { en: 1, 'zh-Hans': 0, 'zh-Hant': 0 } as const;
/** The number of heads of ALiBi, of which the first has the slope 1/2. */
const ALIBI_HEADS = 8;

const precision = 'float64';

export const wordsOf = ({ language }: SentenceModel): readonly string[] => sentences[language];

/** The vectors that are added to the words, from the first place to the last. Empty if `way` adds none. */
export function addedOf(engine: Engine, model: SentenceModel, way: Way): Matrix {
  const count = wordsOf(model).length;
  if (way === 'sinusoidal')
    return rowsOf(
      engine.positionalEncoding({ precision, positions: count, width: widthOf(model) }),
    );
  return way === 'learned' ? rowsOf(model.positions).slice(0, count) : [];
}

const widthOf = ({ embeddings }: SentenceModel): number => embeddings.shape[1] ?? 0;

/** The matrix that is added to the scores, one entry for each pair of places. Undefined if nothing is added. */
export function biasOf(engine: Engine, model: SentenceModel, way: Way): Matrix | undefined {
  if (way !== 'linear') return undefined;
  const count = wordsOf(model).length;
  return rowsOf(engine.alibiBias({ precision, numHeads: ALIBI_HEADS, m: count, n: count }), 0);
}

/** Computes both heads of a layer, without W_o: the result contains the output of each head separately. */
function layerOf(engine: Engine, model: SentenceModel, layer: number, x: Matrix, way: Way) {
  const heads = model.heads.filter((head) => head.layer === layer);
  const input = matrix(...x);
  const { headQueries, headKeys, headValues } = engine.multiHead({
    ...{ precision, queries: input, keys: input, values: input, numHeads: heads.length },
    W_q: columnsOf(...heads.map(({ W_q }) => W_q)),
    W_k: columnsOf(...heads.map(({ W_k }) => W_k)),
    W_v: columnsOf(...heads.map(({ W_v }) => W_v)),
    W_o: identity(widthOf(model)),
  });
  const turned = (rows: Tensor) =>
    way === 'rotary' ? engine.rotary({ precision, x: rows }) : rows;
  const bias = biasOf(engine, model, way);
  return engine.attention({
    ...{ precision, queries: turned(headQueries), keys: turned(headKeys), values: headValues },
    ...{ divisor: 'sqrt_dk', causal: way === 'causal' },
    ...(bias && { scoreBias: matrix(...bias) }),
  });
}

const sumOf = (a: Matrix, b: Matrix): Matrix =>
  a.map((row, i) => row.map((value, j) => value + (b[i]?.[j] ?? 0)));

/**
 * Computes the attention of the words in an order. The input of a second layer is the first layer's input plus the
 * concatenated outputs of its heads.
 * @param order  the words from the first place to the last, counted from 0
 * @returns weights and outputs, indexed by word: its index in the original sentence
 */
export function run(
  engine: Engine,
  model: SentenceModel,
  order: readonly number[],
  way: Way,
  layers = 1,
) {
  const E = rowsOf(model.embeddings);
  const words = wordsOf(model);
  let x: Matrix = sumOf(
    order.map((word) => E[model.words.indexOf(words[word] ?? '')] ?? []),
    addedOf(engine, model, way),
  );
  let found = layerOf(engine, model, 0, x, way);
  for (let layer = 1; layer < layers; layer++) {
    const heads = (found.output.shape[0] ?? 0) as number;
    const outputs = Array.from({ length: heads }, (_, head) => rowsOf(found.output, head));
    x = sumOf(
      x,
      order.map((_, place) => outputs.flatMap((rows) => rows[place] ?? [])),
    );
    found = layerOf(engine, model, layer, x, way);
  }
  const head = HEADS[model.language];
  const [weights, outputs] = [rowsOf(found.weights, head), rowsOf(found.output, head)];
  const placeOf = words.map((_, word) => order.indexOf(word));
  return {
    weights: placeOf.map((from) => placeOf.map((to) => weights[from]?.[to] ?? Number.NaN)),
    outputs: placeOf.map((place) => outputs[place] ?? []),
  };
}

/** The place of each word of the sentence, counted from 1. */
const places = listField(IN_ORDER, { min: 1, max: COUNT });
const placesField: Field<readonly number[]> = {
  ...places,
  read(text) {
    const reading = places.read(text);
    const isPermutation = String(reading.value.toSorted()) === String(IN_ORDER);
    return isPermutation ? reading : { value: IN_ORDER, problem: 'adjusted' };
  },
  control: undefined,
};

/** The place of each word, counted from 1, if two neighbours are swapped, and if the sentence is reversed. */
export const NEIGHBOURS = [1, 3, 2, 4, 5] as const;
export const BACKWARDS = [5, 4, 3, 2, 1] as const;

/** The range of the query's place. */
export const PLACES = { min: FAR + 1, max: 4 * FAR } as const;

export const fields = {
  places: placesField,
  way: choiceField<Way>('none', WAYS),
  layers: numberField(1, { min: 1, max: 2 }, WHOLE),
  query: numberField(PLACES.min, PLACES, WHOLE),
  /** The number of places from the query to the key. Negative if the key is before the query. */
  apart: numberField(-2, { min: -FAR, max: FAR }, WHOLE),
};
export type State = StateOf<typeof fields>;

type Run = ReturnType<typeof run>;

/** The indices of the word whose weights the figure shows, and of the word that the reader moves. */
export const VERB = 2;
export const MOVED = 1;
/** Larger differences of an output are real changes. Rounding errors are near 10⁻¹⁶. */
const ROUNDING = 1e-9;

/** The indices of the words, sorted by their places. During an animation, places are not whole numbers. */
export const orderOf = (at: readonly number[]): readonly number[] =>
  at.map((_, word) => word).sort((a, b) => (at[a] as number) - (at[b] as number));

const changesOf = (one: Run, other: Run): readonly number[] =>
  one.outputs.map((output, word) => largestDifference(output, other.outputs[word]));
const sameOf = (one: Run, other: Run): readonly boolean[] =>
  changesOf(one, other).map((change) => change < ROUNDING);

const COMPARED = ['none', 'causal', 'sinusoidal', 'linear', 'rotary'] as const;

/**
 * For each way in `COMPARED` and each word, whether its output changes if the nouns are swapped, and if the sentence is
 * reversed. Cached, because it depends only on the model.
 */
const noticedBy = oncePer((model: SentenceModel, engine: Engine) =>
  COMPARED.map((way) => {
    const of = (at: readonly number[]) => run(engine, model, orderOf(at), way);
    const first = of(IN_ORDER);
    const changed = (at: readonly number[]) => sameOf(first, of(at)).map((isSame) => !isSame);
    return { way, swapped: changed(SWAPPED), back: changed(BACKWARDS) };
  }),
);

const countOf = (list: readonly boolean[]): number => list.filter(Boolean).length;

function ordersOf(state: State, engine: Engine, model: SentenceModel) {
  const { way, layers } = state;
  const words = wordsOf(model);
  const [before, order] = [orderOf(IN_ORDER), orderOf(state.places)];
  const [first, now] = [before, order].map((one) => run(engine, model, one, way, layers)) as [
    Run,
    Run,
  ];
  const seenIn = (one: readonly number[]): Matrix =>
    words.map((_, word) =>
      words.flatMap((_, other) => (one.indexOf(other) <= one.indexOf(word) ? other : [])),
    );
  const bias = biasOf(engine, model, way);
  const biasIn = (one: readonly number[]) =>
    bias ? words.map((_, word) => bias[one.indexOf(VERB)]?.[one.indexOf(word)] ?? 0) : [];
  const isSame = sameOf(first, now);
  const noticed = noticedBy(model, engine);
  return {
    /** `order` contains the indices of the words from the first place to the last. */
    ...{ words, order, first, now, noticed },
    /** For each word: whether its output is the same in both orders, and the largest change of the output's numbers. */
    isSame,
    changes: changesOf(first, now),
    same: countOf(isSame),
    changed: words.length - countOf(isSame),
    /** In both orders, the words that each word can attend to with a causal mask. */
    sees: [seenIn(before), seenIn(order)] as const,
    /** The numbers that are added to the verb's scores for all words, in both orders. Empty if `way` adds none. */
    bias: [biasIn(before), biasIn(order)] as const,
    added: addedOf(engine, model, way),
    /** For each way, the number of words whose outputs change: by a swap, and by reversing the sentence. */
    counts: noticed.map(({ swapped, back }) => [countOf(swapped), countOf(back)] as const),
  };
}

export type Orders = ReturnType<typeof ordersOf>;
export type Noticed = Orders['noticed'][number];

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  return {
    orders: model && ordersOf(state, engine, model),
    turned: turn(engine, Math.round(state.query), Math.round(state.apart)),
  };
}

export type Numbers = ReturnType<typeof compute>;
