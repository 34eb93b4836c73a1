// SPDX-License-Identifier: MIT
import { choiceField, type Field, type Fields, numberField } from '../../state/fields.ts';

export const TASKS = ['pointing', 'repetition', 'sentences'] as const;
export type Task = (typeof TASKS)[number];

/** Whether keys have a projection of their own, or W_k = W_q. */
export const TIES = ['separate', 'tied'] as const;
export type Tie = (typeof TIES)[number];

/** What scores are divided by. */
export const SCALES = ['sqrt_dk', 'none'] as const;
export type Scale = (typeof SCALES)[number];

export const POSITIONS = ['learned', 'none'] as const;
export type Positions = (typeof POSITIONS)[number];

export const MASKS = ['causal', 'full'] as const;
export type Mask = (typeof MASKS)[number];

/** How many layers or heads; names, as there are two of each. */
export const COUNTS = ['1', '2'] as const;
export type Count = (typeof COUNTS)[number];

/** Which token each of six is to point to: itself, its partner, the next of three, the next of six. */
export const PERMUTATIONS = ['identity', 'swaps', 'threes', 'six'] as const;
export type Permutation = (typeof PERMUTATIONS)[number];

/** The option in which a second model, trained beside the first, differs. */
export const COMPARISONS = [
  'none',
  'tied',
  'scale',
  'positions',
  'mask',
  'layers',
  'heads',
] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** What a narrow stage, which has room for one picture, shows. */
export const VIEWS = ['loss', 'attention'] as const;
export type View = (typeof VIEWS)[number];

/** What decides the bits of a model and of its training. */
export interface ModelOptions {
  readonly task: Task;
  readonly tied: Tie;
  readonly scale: Scale;
  readonly positions: Positions;
  readonly mask: Mask;
  readonly layers: Count;
  readonly heads: Count;
  readonly seed: number;
  readonly permutation: Permutation;
}

/** All that the lesson shows is computed from this. */
export interface State extends ModelOptions {
  /** The steps that the models are to have made; 0 for untrained ones. */
  readonly steps: number;
  readonly compare: Comparison;
  /** The layer and the head whose weights are drawn. */
  readonly layer: Count;
  readonly head: Count;
  /** The token whose row of weights is drawn, from 1. */
  readonly position: number;
  /** The tokens that the reader typed; none: a sentence of the grammar. */
  readonly words: readonly string[];
  readonly view: View;
}

/** Tokens of an example at most: positions are learned for so many. */
export const LONGEST = 24;

export const MOST_STEPS = 20_000;

/** Steps that "Train" asks for. */
export const DEFAULT_STEPS: Readonly<Record<Task, number>> = {
  pointing: 1000,
  repetition: 1000,
  sentences: 1000,
};

/** The position of the example whose attention shows what is learned, and the layer. */
export const SHOWN: Readonly<Record<Task, Pick<State, 'position' | 'layer'>>> = {
  pointing: { position: 1, layer: '1' },
  repetition: { position: 12, layer: '2' },
  sentences: { position: 7, layer: '2' },
};

const MOST_CHARACTERS = 20;

/** Words with spaces between them, in Chinese too: a word is a token. */
const wordsField: Field<readonly string[]> = {
  initial: [],
  read(text) {
    const words = text.split(/\s+/u).filter((word) => word !== '');
    const value = wordsField.within(words);
    return value === words ? { value } : { value, problem: 'too-long' };
  },
  write: (words) => words.join(' '),
  within(words) {
    const inside = words
      .slice(0, LONGEST)
      .map((word) => [...word].slice(0, MOST_CHARACTERS).join(''));
    const isSame = inside.length === words.length && inside.every((word, i) => word === words[i]);
    // The same list stays the same object: what was computed from it is kept.
    return isSame ? words : inside;
  },
  between: (_from, to) => to,
  control: undefined,
};

/** A model without any change. */
export const PLAIN = {
  tied: 'separate',
  scale: 'sqrt_dk',
  positions: 'learned',
  mask: 'causal',
  layers: '2',
  heads: '2',
} as const satisfies Partial<State>;

export const fields: Fields<State> = {
  task: choiceField<Task>('pointing', TASKS),
  tied: choiceField<Tie>(PLAIN.tied, TIES),
  scale: choiceField<Scale>(PLAIN.scale, SCALES),
  positions: choiceField<Positions>(PLAIN.positions, POSITIONS),
  mask: choiceField<Mask>(PLAIN.mask, MASKS),
  layers: choiceField<Count>(PLAIN.layers, COUNTS),
  heads: choiceField<Count>(PLAIN.heads, COUNTS),
  seed: numberField(1, { min: 0, max: 999_999 }, { integer: true, seed: true }),
  permutation: choiceField<Permutation>('swaps', PERMUTATIONS),
  steps: numberField(0, { min: 0, max: MOST_STEPS }, { integer: true }),
  compare: choiceField<Comparison>('none', COMPARISONS),
  layer: choiceField<Count>('1', COUNTS),
  head: choiceField<Count>('1', COUNTS),
  position: numberField(1, { min: 1, max: LONGEST }, { integer: true }),
  words: wordsField,
  view: choiceField<View>('loss', VIEWS),
};

/** The switches that change a task's model: pointing has one layer, one head, no positions and no mask. */
export const switchesOf = (task: Task): readonly Exclude<Comparison, 'none'>[] =>
  task === 'pointing'
    ? ['tied', 'scale']
    : ['tied', 'scale', 'positions', 'mask', 'layers', 'heads'];

/** Makes fields agree: what is compared exists, and what is drawn lies in a model. */
export function constrain(state: State): State {
  const { task, compare, layers, heads } = state;
  const isPointing = task === 'pointing';
  const isSwitch = compare === 'none' || switchesOf(task).includes(compare);
  const kept = isSwitch ? compare : 'none';
  // Where numbers of layers or heads are compared, one of both models has two.
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
