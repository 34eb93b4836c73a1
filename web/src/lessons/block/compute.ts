// SPDX-License-Identifier: MIT
// What the parts of a layer do to the words of a sentence.
import type { Engine, SentenceModel } from '../../engine/index.ts';
import sentences from '../../lesson/sentences.json';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import { wordVectors } from '../word-vectors.ts';
import { MOST_WORDS } from '../words-field.ts';
import { type Attend, attention, feedForward, normalised, plus, WIDER } from './layer.ts';

export const MOST_LAYERS = 24;

export const fields = {
  depth: numberField(12, { min: 0, max: MOST_LAYERS }, WHOLE),
  /** The word whose numbers are removed, counted from 1. */
  word: numberField(2, { min: 1, max: MOST_WORDS }, WHOLE),
  /** How many numbers a word has, in the scenes that count parameters. */
  d: choiceField('768', ['32', '768', '12288']),
};
export type State = StateOf<typeof fields>;

/** What a layer consists of: attention alone, then with the residual connection, then with a norm before attention. */
export const WAYS = ['alone', 'residual', 'norm'] as const;
export type Way = (typeof WAYS)[number];

/** Of all words together, by the root of the mean of the squares. */
export interface Measure {
  /** How far the words are from their mean, as a share of their length. */
  readonly distance: number;
  readonly length: number;
}

export interface Stack {
  readonly words: readonly string[];
  readonly before: Measure;
  /** After one layer of attention alone. */
  readonly first: Measure;
  readonly after: Readonly<Record<Way, Measure>>;
  /** The length of a normalised word, √d. */
  readonly root: number;
  /** The measures at each depth. */
  readonly curve: (way: Way) => readonly Measure[];
  /** The words' numbers before the first layer, or after `depth` layers. */
  readonly rows: (way?: Way) => Matrix;
}

/** How much the numbers of each word change if those of one word are removed. */
export interface Removal {
  readonly index: number;
  readonly before: readonly number[];
  readonly attention: readonly number[];
  readonly network: readonly number[];
  /** How many words change. */
  readonly changed: { readonly attention: number; readonly network: number };
  /** The weights of all words for the one that is removed. */
  readonly weights: readonly number[];
  readonly width: number;
  readonly hidden: number;
}

/** The parameters of a layer, without biases. */
export interface Count {
  readonly d: number;
  readonly hidden: number;
  readonly attention: number;
  readonly network: number;
  /** Gain and bias of two layer norms. */
  readonly norms: number;
  readonly shares: { readonly attention: number; readonly network: number; readonly norms: number };
  readonly millions: { readonly attention: number; readonly network: number };
}

export interface Numbers {
  readonly depth: number;
  /** Undefined until the model is loaded. */
  readonly stack: Stack | undefined;
  readonly removal: Removal | undefined;
  readonly count: Count;
}

const lengthOf = (row: readonly number[]): number => Math.hypot(...row);

/** The root of the mean of the squares of the rows' lengths. */
const usual = (rows: Matrix): number => lengthOf(rows.map(lengthOf)) / Math.sqrt(rows.length);

function measure(rows: Matrix): Measure {
  const mean = (rows[0] ?? []).map(
    (_, j) => rows.reduce((sum, row) => sum + (row[j] as number), 0) / rows.length,
  );
  const length = usual(rows);
  return {
    length,
    distance: usual(rows.map((row) => row.map((x, j) => x - (mean[j] as number)))) / length,
  };
}

const STEPS: Readonly<Record<Way, (rows: Matrix, attend: Attend) => Matrix>> = {
  alone: (rows, attend) => attend(rows).output,
  residual: (rows, attend) => plus(rows, attend(rows).output),
  norm: (rows, attend) => plus(rows, attend(normalised(rows)).output),
};

interface Stacked {
  readonly layers: Readonly<Record<Way, readonly Matrix[]>>;
  readonly curves: Readonly<Record<Way, readonly Measure[]>>;
}

/** No field changes the stack, so a drag computes nothing again. */
const stacks = new WeakMap<SentenceModel, Stacked>();

function stacked(model: SentenceModel, words: Matrix, attend: Attend): Stacked {
  const known = stacks.get(model);
  if (known !== undefined) return known;
  const each = <T>(find: (way: Way) => T) =>
    Object.fromEntries(WAYS.map((way) => [way, find(way)])) as Record<Way, T>;
  const layers = each((way) => {
    const all: Matrix[] = [words];
    for (let rows = words; all.length <= MOST_LAYERS; all.push(rows))
      rows = STEPS[way](rows, attend);
    return all;
  });
  const made = { layers, curves: each((way) => layers[way].map(measure)) };
  stacks.set(model, made);
  return made;
}

function stackOf(depth: number, names: readonly string[], { layers, curves }: Stacked): Stack {
  const at = (way: Way, layer: number) => curves[way][layer] as Measure;
  return {
    words: names,
    before: at('alone', 0),
    first: at('alone', 1),
    after: {
      alone: at('alone', depth),
      residual: at('residual', depth),
      norm: at('norm', depth),
    },
    root: Math.sqrt(layers.alone[0]?.[0]?.length ?? 0),
    curve: (way) => curves[way],
    rows: (way) => (way ? layers[way][depth] : layers.alone[0]) ?? [],
  };
}

/** The smallest change that is more than a rounding error. */
const LEAST = 1e-12;

/** Removes what a word means: only its position remains. */
function removalOf(
  state: State,
  engine: Engine,
  model: SentenceModel,
  words: Matrix,
  attend: Attend,
): Removal {
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
    weights: attend(normalised(words)).weights.map((row) => row[index] as number),
  };
}

const ATTENTION_MATRICES = 4;
const NORMS = 2;
const MILLION = 1e6;

function countOf(d: number): Count {
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

/** @throws AttentionError */
export function compute(state: State, engine: Engine, model?: SentenceModel): Numbers {
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
