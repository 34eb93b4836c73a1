// SPDX-License-Identifier: MIT
// Finds the matrices of the pipeline (attention step by step), and how each number in them is computed from the
// previous step.
import { zip } from 'd3-array';
import type { Tensor } from '../../engine/index.ts';
import { indexed } from '../indexed.ts';
import { type Matrix, rowsOf } from '../matrix.ts';
import type { Pipeline } from './compute.ts';
import { projectionOf } from './inputs.ts';
import { D_MODEL, headWidth, type Part, type State, type Step } from './state.ts';
import { turned } from './tensors.ts';

export interface Spot {
  readonly step: Step;
  readonly part: Part;
  readonly head: number;
}

type Found = Pick<Pipeline, 'inputs' | 'run'>;

export const LETTERS: Readonly<Record<Part, string>> = { queries: 'Q', keys: 'K', values: 'V' };
const NAMES: Readonly<Partial<Record<Step, string>>> = {
  ...{ input: 'X', scores: 'S', logits: 'L', weights: 'A', heads: 'O', concat: 'C', output: 'Y' },
};

/** Whether a step of multi-head attention has separate matrices for queries, keys and values. */
export const hasParts = (step: Step): boolean => step === 'project' || step === 'split';
/** Whether a step of multi-head attention has a separate matrix for each head. */
export const isByHead = (step: Step): boolean =>
  ['split', 'scores', 'logits', 'weights', 'heads'].includes(step);

export function nameOf({ step, part, head }: Spot): string {
  const letter = NAMES[step] ?? LETTERS[part];
  return isByHead(step) ? indexed(letter, head - 1) : letter;
}

/** The tensor that a step of multi-head attention produces, with all heads. */
export function tensorOf(
  { inputs, run }: Found,
  { step, part }: Pick<Spot, 'step' | 'part'>,
): Tensor {
  const { heads } = run;
  switch (step) {
    case 'input':
      return inputs.x;
    case 'project': {
      const { projectedQueries: queries, projectedKeys: keys, projectedValues: values } = run;
      return { queries, keys, values }[part];
    }
    case 'split':
      return { queries: run.headQueries, keys: run.headKeys, values: run.headValues }[part];
    case 'scores':
      return heads.scores;
    case 'logits':
      return heads.logits;
    case 'weights':
      return heads.weights;
    case 'heads':
      return heads.output;
    default:
      return run[step];
  }
}

export const matrixAt = (found: Found, spot: Spot): number[][] =>
  rowsOf(tensorOf(found, spot), isByHead(spot.step) ? spot.head - 1 : 0);

export const pickedOf = (state: State, found: Found): number =>
  matrixAt(found, state)[state.row - 1]?.[state.column - 1] ?? Number.NaN;

type Lit = (row: number, column: number) => boolean;

export interface Operand {
  readonly name: string;
  readonly values: Matrix;
  readonly lit: Lit;
  /** The step of multi-head attention and the head to which the matrix belongs. Undefined for parameters. */
  readonly spot?: Spot;
  /** Whether the operand is shown transposed. */
  readonly isTurned?: boolean;
}

/** How a number is computed from other numbers. */
export type Sum =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'copy'; readonly value: number }
  | {
      readonly kind: 'products';
      readonly terms: readonly (readonly [number, number])[];
      readonly constant?: number | undefined;
    }
  | {
      readonly kind: 'quotient';
      readonly value: number;
      readonly root: number;
      readonly isHidden: boolean;
    }
  | { readonly kind: 'softmax'; readonly row: readonly number[]; readonly at: number };

export interface Trace {
  readonly operands: readonly Operand[];
  readonly sum: Sum;
}

const rowIs =
  (row: number): Lit =>
  (i) =>
    i === row;
const columnIs =
  (column: number): Lit =>
  (_, j) =>
    j === column;
const cellIs =
  (row: number, column: number): Lit =>
  (i, j) =>
    i === row && j === column;

/**
 * The scores are divided by the square root of this number. Document 002's class uses the full width instead of a
 * head's width (entry E-31 of the ledger, web/src/ledger).
 */
export const rootOf = (state: State): number =>
  projectionOf(state.variant) === 'none' ? D_MODEL : headWidth(state);

const products = (
  a: Operand,
  b: Operand,
  [i, j]: readonly [number, number],
  constant?: number,
): Trace => {
  const row = a.values[i]?.filter((_, k) => a.lit(i, k)) ?? [];
  const column = b.values.map((one) => one[j] as number);
  const terms = zip(row, column) as [number, number][];
  return { operands: [a, b], sum: { kind: 'products', terms, constant } };
};

/** Determines how the selected cell of the current step is computed. */
export function traceOf(state: State, pipeline: Pipeline): Trace {
  const [row, column] = [state.row - 1, state.column - 1];
  const { W_o, b_o } = pipeline.parameters;
  const d = headWidth(state);
  const at = (spot: Partial<Spot>, lit: Lit): Operand => {
    const { step, part, head } = { ...state, ...spot };
    const whole = { step, part, head };
    return { name: nameOf(whole), values: matrixAt(pipeline, whole), lit, spot: whole };
  };
  const copy = (operand: Operand): Trace => ({
    operands: [operand],
    sum: { kind: 'copy', value: pickedOf(state, pipeline) },
  });
  switch (state.step) {
    case 'input':
      return { operands: [], sum: { kind: 'drawn' } };
    case 'project':
      return projected(state, pipeline, at, copy);
    case 'split':
      return copy(at({ step: 'project' }, cellIs(row, (state.head - 1) * d + column)));
    case 'scores': {
      const keys = at({ step: 'split', part: 'keys' }, columnIs(column));
      const flipped = { name: `${keys.name}ᵀ`, values: turned(keys.values), isTurned: true };
      const queries = at({ step: 'split', part: 'queries' }, rowIs(row));
      return products(queries, { ...keys, ...flipped }, [row, column]);
    }
    case 'logits': {
      const scores = at({ step: 'scores' }, cellIs(row, column));
      const value = scores.values[row]?.[column] ?? Number.NaN;
      const isHidden = state.mask === 'causal' && column > row;
      const sum = { kind: 'quotient', value, root: rootOf(state), isHidden } as const;
      return { operands: [scores], sum };
    }
    case 'weights': {
      const logits = at({ step: 'logits' }, rowIs(row));
      const sum = { kind: 'softmax', row: logits.values[row] ?? [], at: column } as const;
      return { operands: [logits], sum };
    }
    case 'heads': {
      const values = at({ step: 'split', part: 'values' }, columnIs(column));
      return products(at({ step: 'weights' }, rowIs(row)), values, [row, column]);
    }
    case 'concat': {
      const head = Math.floor(column / d) + 1;
      return copy(at({ step: 'heads', head }, cellIs(row, column % d)));
    }
    case 'output': {
      const matrix = parameter('W_Oᵀ', W_o, columnIs(column));
      return products(at({ step: 'concat' }, rowIs(row)), matrix, [row, column], b_o?.data[column]);
    }
  }
}

/** A parameter as an operand. It is stored as in PyTorch, where y = xWᵀ, so it is shown transposed. */
const parameter = (name: string, tensor: Tensor, lit: Lit): Operand => ({
  name,
  values: turned(rowsOf(tensor)),
  lit,
});

const MATRICES = { queries: ['W_q', 'b_q'], keys: ['W_k', 'b_k'], values: ['W_v', 'b_v'] } as const;

function projected(
  state: State,
  { parameters }: Pipeline,
  at: (spot: Partial<Spot>, lit: Lit) => Operand,
  copy: (operand: Operand) => Trace,
): Trace {
  const [row, column] = [state.row - 1, state.column - 1];
  const kind = projectionOf(state.variant);
  const [matrixName, biasName] = MATRICES[state.part];
  const tensor = parameters[matrixName];
  if (kind === 'none' || tensor === undefined)
    return copy(at({ step: 'input' }, cellIs(row, column)));
  const d = headWidth(state);
  // A full-width matrix (`full`) multiplies all components of the token. A small matrix that all heads share multiplies
  // only the components of one head.
  const [first, inner, width] =
    kind === 'full' ? [0, column, D_MODEL] : [column - (column % d), column % d, d];
  const x = at({ step: 'input' }, (i, k) => i === row && k >= first && k < first + width);
  const matrix = parameter(`W_${LETTERS[state.part]}ᵀ`, tensor, columnIs(inner));
  return products(x, matrix, [row, inner], parameters[biasName]?.data[column]);
}

/** Returns the fields to change so that the pipeline (attention step by step) selects a cell of an operand. */
export function stateAt({ spot, isTurned }: Operand, row: number, column: number): Partial<State> {
  const [i, j] = isTurned ? [column, row] : [row, column];
  return spot === undefined ? {} : { ...spot, row: i + 1, column: j + 1 };
}
