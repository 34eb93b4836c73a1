// SPDX-License-Identifier: MIT
// Determines the models to train for a lesson state, and the example on which the figure shows these models.
import {
  type Comparison,
  MASKS,
  type ModelOptions,
  POSITIONS,
  SCALES,
  type State,
  switchesOf,
  TIES,
} from '../state.ts';
import { type Example, LETTERS, sequenceTask, TIED_BOUNDS } from '../tasks.ts';
import type { ModelSpec } from './learner.ts';

const other = <T>([a, b]: readonly [T, T], one: T): T => (one === a ? b : a);

/** A copy of the options in which the option `name` has its other value. */
function switched(options: ModelOptions, name: Exclude<Comparison, 'none'>): ModelOptions {
  switch (name) {
    case 'tied':
      return { ...options, tied: other(TIES, options.tied) };
    case 'scale':
      return { ...options, scale: other(SCALES, options.scale) };
    case 'positions':
      return { ...options, positions: other(POSITIONS, options.positions) };
    case 'mask':
      return { ...options, mask: other(MASKS, options.mask) };
    default:
      return { ...options, [name]: options[name] === '1' ? '2' : '1' };
  }
}

/** The models that a state trains: one, or in a comparison two, which differ in one option. */
export function specsOf(state: State, language: string): readonly ModelSpec[] {
  const { task, tied, scale, positions, mask, layers, heads, seed, permutation } = state;
  // Options that the task ignores get fixed values, so that changing them does not restart the training.
  const isPointing = task === 'pointing';
  const read: ModelOptions = isPointing
    ? {
        ...{ task, tied, scale, seed, permutation, positions: 'none', mask: 'full' },
        ...{ layers: '1', heads: '1' },
      }
    : {
        ...{ task, tied, scale, positions, mask, layers, heads, seed },
        permutation: 'identity',
      };
  const compared = switchesOf(task).filter((name) => name === state.compare);
  const options = [read, ...compared.map((name) => switched(read, name))];
  return options.map((each) => ({ ...each, language: task === 'sentences' ? language : '' }));
}

/**
 * The example that the figure shows for a task, and the lower bound of the task's loss (`floor`). `vocabulary` is empty
 * unless the task is `sentences`.
 */
export interface Shown extends Example {
  readonly floor: number;
  readonly vocabulary: readonly string[];
  /** The names of the tokens, in the order of the probabilities in `Look.next`. */
  readonly names: readonly string[];
}

const POINTING: Shown = {
  tokens: LETTERS.map((_, token) => token),
  symbols: LETTERS,
  counted: LETTERS.map(() => true),
  ...{ roles: [], unknown: [], floor: 0, vocabulary: [], names: LETTERS },
};

export function shownOf(state: State, spec: ModelSpec): Shown {
  if (spec.task === 'pointing') return POINTING;
  const task = sequenceTask(spec.task, spec.language);
  const names = task.vocabulary;
  const vocabulary = spec.task === 'sentences' ? names : [];
  return { ...task.example(state), floor: task.floor, vocabulary, names };
}

/** The smallest possible loss of the pointing model with W_k = W_q. Undefined if no model is of this kind. */
export const boundOf = (specs: readonly ModelSpec[]): number | undefined => {
  const tied = specs.find(({ task, tied }) => task === 'pointing' && tied === 'tied');
  return tied && TIED_BOUNDS[tied.permutation];
};
