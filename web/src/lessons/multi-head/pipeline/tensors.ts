// SPDX-License-Identifier: MIT
// What stands at each step: its name, its matrix and its shape.
import type { Tensor } from '../../../engine/index.ts';
import { rowsOf } from '../arithmetic.ts';
import type { Numbers } from '../compute.ts';
import { ofHead } from '../scene.ts';
import type { Part, State, Step } from '../state.ts';

/** Where a matrix is to be found in the pipeline. */
export interface Spot {
  readonly step: Step;
  readonly part: Part;
  readonly head: number;
}

type Found = Pick<Numbers, 'inputs' | 'run'>;

const LETTERS: Readonly<Record<Part, string>> = { queries: 'Q', keys: 'K', values: 'V' };
const STAGES = { scores: 'S', logits: 'L', weights: 'A', heads: 'O' } as const;

export const letterOf = (part: Part): string => LETTERS[part];

/** Whether a step has a matrix for each head. */
export const isByHead = (step: Step): boolean => step === 'split' || step in STAGES;

export function nameOf({ step, part, head }: Spot): string {
  switch (step) {
    case 'input':
      return 'X';
    case 'project':
      return LETTERS[part];
    case 'split':
      return ofHead(LETTERS[part], head);
    case 'concat':
      return 'C';
    case 'output':
      return 'Y';
    default:
      return ofHead(STAGES[step], head);
  }
}

/** The whole tensor of a step: all heads of it. */
export function tensorOf(
  { inputs, run }: Found,
  { step, part }: Pick<Spot, 'step' | 'part'>,
): Tensor {
  switch (step) {
    case 'input':
      return inputs.x;
    case 'project':
      return {
        queries: run.projectedQueries,
        keys: run.projectedKeys,
        values: run.projectedValues,
      }[part];
    case 'split':
      return { queries: run.headQueries, keys: run.headKeys, values: run.headValues }[part];
    case 'heads':
      return run.heads.output;
    case 'concat':
    case 'output':
      return run[step];
    default:
      return run.heads[step];
  }
}

export const matrixAt = (numbers: Found, spot: Spot): number[][] =>
  rowsOf(tensorOf(numbers, spot), isByHead(spot.step) ? spot.head - 1 : 0);

export const spotOf = ({ step, part, head }: State): Spot => ({ step, part, head });

/** The number that is looked at. */
export const pickedOf = (state: State, numbers: Found): number =>
  matrixAt(numbers, spotOf(state))[state.row - 1]?.[state.column - 1] ?? Number.NaN;
