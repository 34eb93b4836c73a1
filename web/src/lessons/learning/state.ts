// SPDX-License-Identifier: MIT
import { choiceField, numberField, type StateOf, seedField } from '../../state/fields.ts';
import { wordsField } from '../words-field.ts';

export const TASKS = ['pointing', 'repetition', 'sentences'] as const;
export type Task = (typeof TASKS)[number];

/** Whether keys have their own projection (separate), or W_k = W_q (tied). */
export const TIES = ['separate', 'tied'] as const;

/** The divisor of the scores: √d_k, or none. */
export const SCALES = ['sqrt_dk', 'none'] as const;

export const POSITIONS = ['learned', 'none'] as const;

export const MASKS = ['causal', 'full'] as const;

/** Numbers of layers or of heads. They are strings, because the fields are choices. */
const COUNTS = ['1', '2'] as const;
type Count = (typeof COUNTS)[number];

/** The options in which a second model can differ from the first. */
const SWITCHES = ['tied', 'scale', 'positions', 'mask', 'layers', 'heads'] as const;

/** Maximum number of tokens in an example: the number of learned positions. */
export const LONGEST = 24;

export const MOST_STEPS = 20_000;

/** For each task, the target number of training steps after the first press of "Train". */
export const DEFAULT_STEPS: Readonly<Record<Task, number>> = {
  pointing: 1000,
  repetition: 1000,
  sentences: 1000,
};

/** For each task, a position and a layer in whose weights the learned attention is visible. */
export const SHOWN: Readonly<Record<Task, Pick<State, 'position' | 'layer'>>> = {
  pointing: { position: 1, layer: '1' },
  repetition: { position: 12, layer: '2' },
  sentences: { position: 7, layer: '2' },
};

/** A model with default options. */
export const PLAIN = {
  tied: 'separate',
  scale: 'sqrt_dk',
  positions: 'learned',
  mask: 'causal',
  layers: '2',
  heads: '2',
} as const;

export const fields = {
  task: choiceField('pointing', TASKS),
  tied: choiceField(PLAIN.tied, TIES),
  scale: choiceField(PLAIN.scale, SCALES),
  positions: choiceField(PLAIN.positions, POSITIONS),
  mask: choiceField(PLAIN.mask, MASKS),
  layers: choiceField(PLAIN.layers, COUNTS),
  heads: choiceField(PLAIN.heads, COUNTS),
  seed: seedField(),
  /**
   * The targets of the six tokens in the pointing task: the tokens themselves, three swapped pairs, two cycles of three,
   * or one cycle of six.
   */
  permutation: choiceField('swaps', ['identity', 'swaps', 'threes', 'six']),
  /** The target number of training steps. 0 for untrained models. */
  steps: numberField(0, { min: 0, max: MOST_STEPS }, { integer: true }),
  /** The option in which a second model differs from the first. */
  compare: choiceField('none', ['none', ...SWITCHES]),
  /** The layer and the head whose weights the figure shows, counted from 1. */
  layer: choiceField('1', COUNTS),
  head: choiceField('1', COUNTS),
  /** The position whose row of weights the figure shows, counted from 1. */
  position: numberField(1, { min: 1, max: LONGEST }, { integer: true }),
  /** The words of the reader's sentence. If the list is empty, the figure shows a sentence of the grammar. */
  words: wordsField(LONGEST),
  /**
   * The part of the figure, the loss curves or the attention, that a narrow stage (the figure with its controls) shows.
   * It has room for only one.
   */
  view: choiceField('loss', ['loss', 'attention']),
};
export type State = StateOf<typeof fields>;
export type Permutation = State['permutation'];
export type Comparison = State['compare'];

/** The options that determine a model and its training bit for bit, together with the language of the sentences. */
export type ModelOptions = Pick<State, keyof typeof PLAIN | 'task' | 'seed' | 'permutation'>;

/** The options that can be compared in a task. The pointing task has one layer, one head, no positions and no mask. */
export const switchesOf = (task: Task): readonly Exclude<Comparison, 'none'>[] =>
  task === 'pointing' ? ['tied', 'scale'] : SWITCHES;

/**
 * Makes the fields consistent: the compared option must affect the task, the drawn layer and head must exist in at
 * least one model, and the position in the pointing task is at most 6.
 */
export function constrain(state: State): State {
  const { task, compare, layers, heads } = state;
  const isPointing = task === 'pointing';
  const isSwitch = compare === 'none' || switchesOf(task).includes(compare);
  const kept = isSwitch ? compare : 'none';
  // If the two models differ in the number of layers or heads, one of them has two.
  const both = (count: Count, name: Comparison): Count => {
    if (isPointing) return '1';
    return kept === name ? '2' : count;
  };
  const least = (wanted: Count, count: Count): Count => (count === '1' ? '1' : wanted);
  return {
    ...state,
    compare: kept,
    layer: least(state.layer, both(layers, 'layers')),
    head: least(state.head, both(heads, 'heads')),
    position: isPointing ? Math.min(state.position, 6) : state.position,
  };
}
