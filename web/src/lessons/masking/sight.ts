// SPDX-License-Identifier: MIT
// The weights of a sentence's words for each other, with and without a mask. Weights of a row without visible words.
import type { Engine, MaskingOptions, SentenceModel } from '../../engine/index.ts';
import sentences from '../../lesson/sentences.json';
import { choiceField, numberField, type StateOf, WHOLE } from '../../state/fields.ts';
import { type Matrix, matrix, rowsOf } from '../matrix.ts';
import { lastPer } from '../once.ts';
import { MOST_WORDS, ownWords, wordsField } from '../words-field.ts';
import short from './padded.json';

/** The constants that can replace the score of a hidden word. */
const FILLS = {
  fill4: -1e4,
  fill6: -1e6,
  fill9: -1e9,
  infinity: Number.NEGATIVE_INFINITY,
} as const;
type Fill = keyof typeof FILLS;
export const FILL_IDS = Object.keys(FILLS) as Fill[];

/** The rules for a row without visible words: softmax of −10⁶ for each word, softmax of −∞, or zeros as weights. */
const RULES = ['fill6', 'infinity', 'zeros'] as const;

export const fields = {
  /** The reader's sentence. If it is empty, the lesson uses its own. */
  words: wordsField(MOST_WORDS),
  /** The word whose row is shown, counted from 1; 0 for the row with the largest weight for later words. */
  row: numberField(0, { min: 0, max: MOST_WORDS }, WHOLE),
  fill: choiceField<Fill>('fill4', FILL_IDS),
  /** The number that is subtracted from all scores before the mask with a constant. */
  lowered: numberField(20_000, { min: 1, max: 1e7 }, { scale: 'log' }),
  rule: choiceField('infinity', RULES),
};
export type State = StateOf<typeof fields>;

const LARGEST_HALF = (2 - 2 ** -10) * 2 ** 15;
/** From this magnitude on, float16 rounds to ∞. */
const TOO_LARGE = (2 - 2 ** -11) * 2 ** 15;

const CONSTANTS = FILL_IDS.map((id) => {
  const value = FILLS[id];
  return { id, value, half: -value < TOO_LARGE ? value : Number.NEGATIVE_INFINITY };
});

const softmaxOf = (engine: Engine, scores: Matrix, mask: MaskingOptions = {}) => {
  const { logits, weights } = engine.maskedSoftmax({
    precision: 'float64',
    scores: matrix(...scores),
    ...mask,
  });
  return { logits: rowsOf(logits), weights: rowsOf(weights) };
};

export const sumOf = (row: readonly number[]): number => row.reduce((sum, one) => sum + one, 0);
const laterOf = (rows: Matrix): number[] => rows.map((row, i) => sumOf(row.slice(i + 1)));

/**
 * The scores of words for each other in the first head of the first layer, and the probability of each next word.
 * Cached for the last sentences, because the model takes longer for nine words than a frame of the display lasts.
 */
const readingOf = lastPer(
  8,
  (words) => words.join(' '),
  (model: SentenceModel, words: readonly string[]) => ({
    scores: rowsOf(model.stages(words, 0).stages.heads.scaledScores, 0),
    next: words.slice(1).map((word, i) => {
      const found = model.next(words.slice(0, i + 1)).find((one) => one.word === word);
      return found?.probability ?? Number.NaN;
    }),
  }),
);

/** The index of the chosen row. Default: the row with the largest weight for later words, except the first row. */
function rowOf({ row }: State, later: readonly number[]): number {
  if (row > 0 && row <= later.length) return row - 1;
  const rest = later.slice(1);
  return rest.length === 0 ? 0 : 1 + rest.indexOf(Math.max(...rest));
}

function sightOf(state: State, engine: Engine, model: SentenceModel, words: readonly string[]) {
  const { scores, next } = readingOf(model, words);
  const open = softmaxOf(engine, scores).weights;
  const causal = (rows: Matrix, fill: number) =>
    softmaxOf(engine, rows, { causal: true, maskMethod: 'fill', fill });
  const { logits, weights: masked } = causal(scores, Number.NEGATIVE_INFINITY);
  const later = laterOf(open);
  const from = rowOf(state, later);
  const powers = (logits[from] ?? []).map(Math.exp);
  const lowered = scores.map((row) => row.map((score) => score - state.lowered));
  const constant = FILLS[state.fill];
  const leaking = causal(lowered, constant).weights;
  return {
    /** For each word but the last, the model's probability of the next word. */
    ...{ words, next },
    /** The weights without a mask, the weight of all later words in each row, and the weights with the mask. */
    ...{ open, later, masked },
    /**
     * The chosen row. `masked` are its scores after the mask, −∞ for later words, and `powers` is e to the power of
     * each. `left` is the sum of the weights without a mask after those of later words are set to 0.
     */
    row: {
      ...{ from, scores: scores[from] ?? [], masked: logits[from] ?? [], powers },
      sum: sumOf(powers),
      weights: masked[from] ?? [],
      open: open[from] ?? [],
      left: sumOf((open[from] ?? []).slice(0, from + 1)),
    },
    /**
     * A mask that leaks: later words get a constant as score instead of −∞. If all other scores are lowered to about that
     * constant or below, later words get weight.
     */
    leak: {
      /** The constant, the weights, and for each row the weight of all later words together. */
      ...{ constant, weights: leaking, hidden: laterOf(leaking) },
      /** The largest visible score of the chosen row, and the weight of one later word. */
      largest: Math.max(...(lowered[from] ?? []).slice(0, from + 1)),
      each: leaking[from]?.at(-1) ?? Number.NaN,
    },
  };
}

/** A shorter text, padded at its start to the length of the sentence. Padding words are empty. */
function paddedOf({ rule }: State, engine: Engine, model: SentenceModel, size: number) {
  const words = short[model.language].slice(0, size);
  const pads = size - words.length;
  const { scores: own } = readingOf(model, words);
  // Padding has no scores. The mask hides all of its entries, so they can be any numbers.
  const scores = Array.from({ length: size }, (_, i) =>
    Array.from({ length: size }, (_, j) => own[i - pads]?.[j - pads] ?? 0),
  );
  const keep = Array.from({ length: size }, () =>
    Array.from({ length: size }, (_, j) => (j < pads ? 0 : 1)),
  );
  const by = (options: MaskingOptions) =>
    softmaxOf(engine, scores, { keepMask: matrix(...keep), causal: true, ...options }).weights;
  const filledBy = (fill: number) => by({ maskMethod: 'fill', fill });
  return {
    words: [...Array<string>(pads).fill(''), ...words],
    /** The number of padding words, the number of other words, and each word's weight in a row of equal scores. */
    ...{ pads, length: words.length, equal: 1 / size },
    /** The weights if −10⁶ replaces all hidden scores, and the weights by the rule that the reader selects. */
    filled: filledBy(FILLS.fill6),
    ruled: rule === 'zeros' ? by({ emptyRow: 'zeros' }) : filledBy(FILLS[rule]),
  };
}

export function compute(state: State, engine: Engine, model?: SentenceModel) {
  const { lowered } = state;
  const { known, ...own } = ownWords(state.words, model);
  return {
    /** The bits of float16 and float32, the largest float16 number, and each constant in float16. */
    ...{ lowered, bits: [16, 32], largest: LARGEST_HALF, constants: CONSTANTS },
    /** Undefined until the model is loaded, or if it knows none of the words. */
    sight: model && known.length > 0 ? sightOf(state, engine, model, known) : undefined,
    padded: model && paddedOf(state, engine, model, sentences[model.language][0]?.length ?? 0),
    ...own,
  };
}

export type Numbers = ReturnType<typeof compute>;
export type Sight = ReturnType<typeof sightOf>;
export type Padded = ReturnType<typeof paddedOf>;
