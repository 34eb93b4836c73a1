// SPDX-License-Identifier: MIT
// A sentence in its first order and in another: which words have the same output in both.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import {
  choiceField,
  type Field,
  listField,
  numberField,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';
import { largestDifference, type Matrix } from '../matrix.ts';
import { COUNT, IN_ORDER, SWAPPED } from './compute.ts';
import { FAR, type Turned, turn } from './turned.ts';
import { addedOf, biasOf, type Run, run, WAYS, type Way, wordsOf } from './ways.ts';

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

/** The places of the words if two neighbours trade places, and if the sentence is read backwards. */
export const NEIGHBOURS = [1, 3, 2, 4, 5] as const;
export const BACKWARDS = [5, 4, 3, 2, 1] as const;

/** The places of the query whose arrow is turned. */
export const PLACES = { min: FAR + 1, max: 4 * FAR } as const;

export const fields = {
  places: placesField,
  way: choiceField<Way>('none', WAYS),
  layers: numberField(1, { min: 1, max: 2 }, WHOLE),
  query: numberField(PLACES.min, PLACES, WHOLE),
  /** How many places the key stands after the query. */
  apart: numberField(-2, { min: -FAR, max: FAR }, WHOLE),
};
export type State = StateOf<typeof fields>;

/** The words whose weights the figure shows, and which the reader moves. */
export const VERB = 2;
export const MOVED = 1;
/** Larger differences of an output are no rounding errors, which are near 10⁻¹⁶. */
const ROUNDING = 1e-9;

/** What a way makes of a change of the order. */
export interface Noticed {
  readonly way: Way;
  /** For each word, whether its output changes if the nouns are swapped, and if the sentence is read backwards. */
  readonly swapped: readonly boolean[];
  readonly back: readonly boolean[];
}

export interface Orders {
  readonly words: readonly string[];
  /** The words from the first place to the last, counted from 0. */
  readonly order: readonly number[];
  readonly first: Run;
  readonly now: Run;
  /** For each word, whether its output is the same in both orders. */
  readonly isSame: readonly boolean[];
  /** For each word, the largest change of a number of its output. */
  readonly changes: readonly number[];
  readonly same: number;
  readonly changed: number;
  /** For each word, the words that it sees in both orders. */
  readonly sees: readonly [first: Matrix, now: Matrix];
  /** What is added to the scores of the verb for all words, in both orders. Empty if nothing is. */
  readonly bias: readonly [first: readonly number[], now: readonly number[]];
  /** The vectors that are added to the words at the places. */
  readonly added: Matrix;
  readonly noticed: readonly Noticed[];
  /** How many words notice, for each way: a swap, and reading backwards. */
  readonly counts: readonly (readonly [swapped: number, back: number])[];
}

export interface Numbers {
  /** Undefined until the model is loaded. */
  readonly orders: Orders | undefined;
  readonly turned: Turned;
}

/** The words from the first place to the last. Between two scenes, places are not whole. */
export const orderOf = (at: readonly number[]): readonly number[] =>
  at.map((_, word) => word).sort((a, b) => (at[a] as number) - (at[b] as number));

const changesOf = (one: Run, other: Run): readonly number[] =>
  one.outputs.map((output, word) => largestDifference(output, other.outputs[word]));
const sameOf = (one: Run, other: Run): readonly boolean[] =>
  changesOf(one, other).map((change) => change < ROUNDING);

const COMPARED = ['none', 'causal', 'sinusoidal', 'linear', 'rotary'] as const;

function noticedBy(engine: Engine, model: SentenceModel): readonly Noticed[] {
  return COMPARED.map((way) => {
    const of = (at: readonly number[]) => run(engine, model, orderOf(at), way);
    const first = of(IN_ORDER);
    const changed = (at: readonly number[]) => sameOf(first, of(at)).map((isSame) => !isSame);
    return { way, swapped: changed(SWAPPED), back: changed(BACKWARDS) };
  });
}

/** The comparison depends on the model alone, and a drag should not repeat it. */
const found = new WeakMap<SentenceModel, readonly Noticed[]>();

const countOf = (list: readonly boolean[]): number => list.filter(Boolean).length;

function ordersOf(state: State, engine: Engine, model: SentenceModel): Orders {
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
  const noticed = found.get(model) ?? noticedBy(engine, model);
  found.set(model, noticed);
  return {
    ...{ words, order, first, now, isSame, noticed },
    changes: changesOf(first, now),
    same: countOf(isSame),
    changed: words.length - countOf(isSame),
    sees: [seenIn(before), seenIn(order)],
    bias: [biasIn(before), biasIn(order)],
    added: addedOf(engine, model, way),
    counts: noticed.map(({ swapped, back }) => [countOf(swapped), countOf(back)]),
  };
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  return {
    orders: model && ordersOf(state, engine, model),
    turned: turn(engine, Math.round(state.query), Math.round(state.apart)),
  };
}
