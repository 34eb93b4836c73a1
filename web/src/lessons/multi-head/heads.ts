// SPDX-License-Identifier: MIT
// The weights of two heads of the trained model for one word, one row with two large scores, and the cost of heads.
import type { Engine, NextWord, SentenceModel, Tensor } from '../../engine/index.ts';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { matrix, oneRow, rowsOf } from '../matrix.ts';
import { lastPer } from '../once.ts';
import { MOST_WORDS, ownWords, wordsField } from '../words-field.ts';
import { keysOf, turnedBy } from './narrow.ts';
import examples from './words.json';

/** The number of words at the end of a sentence that form the querying text. The words before form the other text. */
const ASKING = 2;

/** Cross-attention between two parts of a sentence. `weights` has a row for each querying word. */
function crossOf(engine: Engine, model: SentenceModel, words: readonly string[], layer: number) {
  const end = Math.max(1, words.length - ASKING);
  const asked = words.slice(0, end);
  const asking = words.length > end ? words.slice(end) : asked;
  // Each text is computed alone, so that neither affects the other's queries or keys.
  const queries = matrix(...rowsOf(model.stages(asking, layer).stages.headQueries, 0));
  const keys = matrix(...rowsOf(model.stages(asked, layer).stages.headKeys, 0));
  const precision = 'float32';
  const logits = engine.scaledDotScores({ precision, queries, keys, divisor: 'sqrt_dk' });
  const weights = rowsOf(engine.softmax({ precision, logits }));
  return { asking, asked, weights, scores: asking.length * asked.length };
}

const COUNTS = ['1', '2', '4', '8', '16'] as const;

export const fields = {
  /** The reader's sentence. If it is empty, the lesson uses its own. */
  words: wordsField(MOST_WORDS),
  /** The word whose weights are shown, counted from 1; 0 means the last word. */
  place: numberField(0, { min: 0, max: MOST_WORDS }, WHOLE),
  /** The score that two words have in a row of scores. The other scores are 0. */
  size: numberField(10, { min: 0, max: 30 }, WHOLE),
  heads: choiceField<(typeof COUNTS)[number]>('8', COUNTS),
  /** The angle in degrees by which the query of the head with two components is turned. */
  turn: numberField(0, { min: 0, max: 355 }, { step: 5 }),
};
export type State = StateOf<typeof fields>;

/** The width of the original Transformer, and a number of words that differs from every head width 512 / `heads`. */
const [WIDTH, WORDS] = [512, 100];

/** Parameters, scores and multiplications of a layer with `heads` heads, without biases. */
export function costOf(heads: number) {
  const scoresOfOne = WORDS ** 2;
  return {
    ...{ width: WIDTH, words: WORDS, heads, headWidth: WIDTH / heads },
    parameters: 4 * WIDTH ** 2,
    /** The scores of one head and of all heads, and the multiplications for all scores. */
    ...{ scoresOfOne, scores: heads * scoresOfOne, products: WIDTH * scoresOfOne },
  };
}

const FOLLOWING = 4;

/** The most probable next words: with all heads, without the first head, and without the second head. */
function nextOf(model: SentenceModel, words: readonly string[], layer: number) {
  const all = model.next(words);
  const of = (list: readonly NextWord[]) => ({
    words: list.slice(0, FOLLOWING),
    /** The probability of the word that is most probable with all heads. */
    kept: list.find(({ word }) => word === all[0]?.word)?.probability ?? Number.NaN,
  });
  const without = (head: number) => of(model.next(words, { layer, head }));
  return [of(all), without(0), without(1)] as const;
}

/** Cached, because dragging a control changes only a score or the query's direction, and not these numbers. */
const fixedOf = lastPer(
  1,
  (words, place, _: Engine) => [place, ...words].join(' '),
  (model: SentenceModel, words: readonly string[], place: number, engine: Engine) => {
    const example = examples[model.language];
    const layer = example.layer - 1;
    const from = place > 0 && place <= words.length ? place - 1 : words.length - 1;
    const { x, stages } = model.stages(words, layer);
    const row = (tensor: Tensor, head?: number) => rowsOf(tensor, head)[from] ?? [];
    /** The weights of one head for the chosen word, the word with the largest weight (`found`), and this weight. */
    const headOf = (head: number) => {
      const weights = row(stages.heads.weights, head);
      const most = Math.max(...weights);
      const [query, output] = [row(stages.headQueries, head), row(stages.heads.output, head)];
      return { weights, found: weights.indexOf(most), most, query, output };
    };
    return {
      /** `from` is the index of the chosen word. */
      ...{ words, from, heads: [headOf(0), headOf(1)] as const },
      /** The vector of the chosen word, and the output of the layer's attention for it. */
      ...{ x: row(x), output: row(stages.output) },
      keys: keysOf(model, words, { layer, head: example.narrow - 1, from }),
      next: nextOf(model, words, layer),
      cross: crossOf(engine, model, words, layer),
    };
  },
);
type Fixed = ReturnType<typeof fixedOf>;

/** One row of scores (`size` for two words, 0 for the others), and its weights. */
function rowOf(engine: Engine, { words, from, heads: [one, two] }: Fixed, size: number) {
  const other = two.found === one.found ? from : two.found;
  const scores = words.map((_, i) => (i === one.found || i === other ? size : 0));
  const { data } = engine.softmax({ precision: 'float64', logits: oneRow(scores) });
  const weights = [...data];
  return {
    pair: [one.found, other] as const,
    scores,
    weights,
    sum: weights.reduce((a, b) => a + b, 0),
  };
}

/** `sentence` and `row` are undefined until the model is loaded, or if it knows none of the words. */
export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const count = costOf(Number(state.heads));
  const { known, ...own } = ownWords(state.words, model, model && examples[model.language].words);
  const said = { count, ...own };
  if (model === undefined || known.length === 0)
    return { sentence: undefined, row: undefined, ...said };
  const { keys, ...fixed } = fixedOf(model, known, state.place, engine);
  return {
    sentence: { ...fixed, narrow: turnedBy(engine, keys, state.turn) },
    row: rowOf(engine, { keys, ...fixed }, state.size),
    ...said,
  };
}

export type Numbers = ReturnType<typeof compute>;
export type Count = Numbers['count'];
export type Row = NonNullable<Numbers['row']>;
export type Sentence = NonNullable<Numbers['sentence']>;
export type Head = Sentence['heads'][number];
export type Cross = Sentence['cross'];
