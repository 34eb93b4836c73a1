// SPDX-License-Identifier: MIT
// What two heads of the trained model see from one word, what one row of weights can do, and what many heads cost.
import type { Engine, NextWord, SentenceModel, Tensor } from '../../engine/index.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { oneRow, rowsOf } from '../matrix.ts';
import { MOST_WORDS, type OwnWords, ownWords, wordsField } from '../words-field.ts';
import { type Cross, crossOf } from './cross.ts';
import { type Keys, keysOf, type Narrow, turnedBy } from './narrow.ts';
import examples from './words.json';

/** The most words of a sentence that the figure can show. */

const COUNTS = ['1', '2', '4', '8', '16'] as const;

export const fields = {
  /** The reader's sentence. If it is empty, the lesson uses its own. */
  words: wordsField(MOST_WORDS),
  /** The word that looks, counted from 1; 0 for the last one. */
  place: numberField(0, { min: 0, max: MOST_WORDS }, WHOLE),
  /** The score of two words in a row. Those of the others are 0. */
  size: numberField(10, { min: 0, max: 30 }, WHOLE),
  /** The number of heads in a layer of the usual size. */
  heads: choiceField<(typeof COUNTS)[number]>('8', COUNTS),
  /** By how many degrees the query of a narrow head is turned. */
  turn: numberField(0, { min: 0, max: 355 }, { step: 5 }),
};
export type State = StateOf<typeof fields>;

export type Pair<Value> = readonly [first: Value, second: Value];

/** What one of two heads does for the word that looks. */
export interface Head {
  readonly weights: readonly number[];
  /** The word with the largest weight, counted from 0, and this weight. */
  readonly found: number;
  readonly most: number;
  readonly query: readonly number[];
  readonly output: readonly number[];
}

/** The most probable next words with or without a head, and the probability of the word that all heads prefer. */
export interface Next {
  readonly words: readonly NextWord[];
  readonly kept: number;
}

export interface Sentence {
  readonly words: readonly string[];
  /** The word that looks, counted from 0. */
  readonly from: number;
  readonly heads: Pair<Head>;
  /** The vector of the word that looks, and what the layer's attention returns for it. */
  readonly x: readonly number[];
  readonly output: readonly number[];
  readonly narrow: Narrow;
  /** The next word with all heads, without the first of the two, and without the second. */
  readonly next: readonly [all: Next, withoutFirst: Next, withoutSecond: Next];
  readonly cross: Cross;
}

/** One row of scores, in which two words have the same score and the others 0, and its weights. */
export interface Row {
  readonly pair: Pair<number>;
  readonly scores: readonly number[];
  readonly weights: readonly number[];
  readonly sum: number;
}

/** Parameters, scores and multiplications of a layer with a number of heads. There are no biases. */
export interface Count {
  readonly width: number;
  readonly words: number;
  readonly heads: number;
  readonly headWidth: number;
  readonly parameters: number;
  /** The scores of one head, and of all. */
  readonly scoresOfOne: number;
  readonly scores: number;
  /** The multiplications for all scores. */
  readonly products: number;
}

export interface Numbers extends OwnWords {
  /** Undefined until the model is loaded, and if it knows none of the words. */
  readonly sentence: Sentence | undefined;
  readonly row: Row | undefined;
  readonly count: Count;
}

/** The width of a word in the first Transformer, and a number of words unlike the width of its heads. */
const [WIDTH, WORDS] = [512, 100];

export function costOf(heads: number): Count {
  const scoresOfOne = WORDS ** 2;
  return {
    ...{ width: WIDTH, words: WORDS, heads, headWidth: WIDTH / heads },
    parameters: 4 * WIDTH ** 2,
    ...{ scoresOfOne, scores: heads * scoresOfOne, products: WIDTH * scoresOfOne },
  };
}

const FOLLOWING = 4;

/** How the next word depends on the two heads of a layer. */
function nextOf(model: SentenceModel, words: readonly string[], layer: number): Sentence['next'] {
  const all = model.next(words);
  const of = (list: readonly NextWord[]): Next => ({
    words: list.slice(0, FOLLOWING),
    kept: list.find(({ word }) => word === all[0]?.word)?.probability ?? Number.NaN,
  });
  const without = (head: number) => of(model.next(words, { layer, head }));
  return [of(all), without(0), without(1)];
}

type Fixed = Omit<Sentence, 'narrow'> & { readonly keys: Keys };

function fixedOf(
  engine: Engine,
  model: SentenceModel,
  words: readonly string[],
  place: number,
): Fixed {
  const example = examples[model.language];
  const layer = example.layer - 1;
  const from = place > 0 && place <= words.length ? place - 1 : words.length - 1;
  const { x, stages } = model.stages(words, layer);
  const row = (tensor: Tensor, head?: number) => rowsOf(tensor, head)[from] ?? [];
  const headOf = (head: number): Head => {
    const weights = row(stages.heads.weights, head);
    const most = Math.max(...weights);
    const [query, output] = [row(stages.headQueries, head), row(stages.heads.output, head)];
    return { weights, found: weights.indexOf(most), most, query, output };
  };
  return {
    ...{ words, from, heads: [headOf(0), headOf(1)], x: row(x), output: row(stages.output) },
    keys: keysOf(model, words, { layer, head: example.narrow - 1, from }),
    next: nextOf(model, words, layer),
    cross: crossOf(engine, model, words, layer),
  };
}

interface Found {
  readonly key: string;
  readonly fixed: Fixed;
}

/** What each model found last. A drag changes only a score or a direction, so its sentence stays. */
const last = new WeakMap<SentenceModel, Found>();

function keptOf(
  engine: Engine,
  model: SentenceModel,
  words: readonly string[],
  place: number,
): Fixed {
  const key = [place, ...words].join(' ');
  const found = last.get(model);
  if (found?.key === key) return found.fixed;
  const fixed = fixedOf(engine, model, words, place);
  last.set(model, { key, fixed });
  return fixed;
}

function rowOf(engine: Engine, { words, from, heads: [one, two] }: Fixed, size: number): Row {
  const other = two.found === one.found ? from : two.found;
  const scores = words.map((_, i) => (i === one.found || i === other ? size : 0));
  const { data } = engine.softmax({ precision: 'float64', logits: oneRow(scores) });
  const weights = [...data];
  return { pair: [one.found, other], scores, weights, sum: weights.reduce((a, b) => a + b, 0) };
}

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
  const count = costOf(Number(state.heads));
  const { known, ...own } = ownWords(state.words, model, model && examples[model.language].words);
  const said = { count, ...own };
  if (model === undefined || known.length === 0)
    return { sentence: undefined, row: undefined, ...said };
  const { keys, ...fixed } = keptOf(engine, model, known, state.place);
  return {
    sentence: { ...fixed, narrow: turnedBy(engine, keys, state.turn) },
    row: rowOf(engine, { keys, ...fixed }, state.size),
    ...said,
  };
}
