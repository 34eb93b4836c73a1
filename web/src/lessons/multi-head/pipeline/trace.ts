// SPDX-License-Identifier: MIT
// Where a number comes from: the cells of the step before, and its sum with the numbers in it.
import type { Tensor } from '../../../engine/index.ts';
import { rowsOf, turned } from '../arithmetic.ts';
import type { Numbers } from '../compute.ts';
import { projectionOf } from '../request.ts';
import { D_MODEL, headWidth, type Part, type State } from '../state.ts';
import { letterOf, matrixAt, nameOf, type Spot, spotOf } from './tensors.ts';

type Lit = (row: number, column: number) => boolean;

/** A matrix that a step reads. */
export interface Operand {
  readonly name: string;
  readonly values: readonly (readonly number[])[];
  readonly lit: Lit;
  /** Where it stands in the pipeline; a parameter stands nowhere. `turned` is shown with its columns as rows. */
  readonly spot?: Spot;
  readonly isTurned?: boolean;
}

/** How a number is made of others. */
export type Sum =
  | { readonly kind: 'drawn' }
  | { readonly kind: 'copy'; readonly value: number }
  | {
      readonly kind: 'products';
      readonly terms: readonly (readonly [number, number])[];
      readonly constant?: number;
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

const MATRICES = { queries: 'W_q', keys: 'W_k', values: 'W_v' } as const;
const BIASES = { queries: 'b_q', keys: 'b_k', values: 'b_v' } as const;

const zipped = (a: readonly number[] = [], b: readonly number[] = []) =>
  a.map((x, i) => [x, b[i] as number] as const);

/** What the root is taken of (document 002 takes the whole width's: E-31). */
export const rootOf = (state: State): number =>
  projectionOf(state.variant) === 'none' ? D_MODEL : headWidth(state);

/** Where the picked cell of the step comes from. */
export function traceOf(state: State, numbers: Numbers): Trace {
  const [row, column] = [state.row - 1, state.column - 1];
  const at = (spot: Partial<Spot>, lit: Lit): Operand => {
    const whole = { ...spotOf(state), ...spot };
    return { name: nameOf(whole), values: matrixAt(numbers, whole), lit, spot: whole };
  };
  const product = (a: Operand, b: Operand, constant?: number): Trace => ({
    operands: [a, b],
    sum: {
      kind: 'products',
      terms: zipped(
        a.values[row]?.filter((_, k) => a.lit(row, k)),
        b.values.map((one) => one[column] as number),
      ),
      ...(constant === undefined ? {} : { constant }),
    },
  });
  const copy = (operand: Operand, value: number): Trace => ({
    operands: [operand],
    sum: { kind: 'copy', value },
  });
  const picked = matrixAt(numbers, spotOf(state))[row]?.[column] ?? Number.NaN;
  const d = headWidth(state);

  switch (state.step) {
    case 'input':
      return { operands: [], sum: { kind: 'drawn' } };
    case 'project':
      return projected(state, numbers, at, copy);
    case 'split':
      return copy(at({ step: 'project' }, cellIs(row, (state.head - 1) * d + column)), picked);
    case 'scores': {
      const keys = at({ step: 'split', part: 'keys' }, columnIs(column));
      return product(at({ step: 'split', part: 'queries' }, rowIs(row)), {
        ...keys,
        name: `${keys.name}ᵀ`,
        values: turned(keys.values),
        isTurned: true,
      });
    }
    case 'logits': {
      const scores = at({ step: 'scores' }, cellIs(row, column));
      const value = scores.values[row]?.[column] ?? Number.NaN;
      const isHidden = state.mask === 'causal' && column > row;
      return {
        operands: [scores],
        sum: { kind: 'quotient', value, root: rootOf(state), isHidden },
      };
    }
    case 'weights': {
      const logits = at({ step: 'logits' }, rowIs(row));
      return {
        operands: [logits],
        sum: { kind: 'softmax', row: logits.values[row] ?? [], at: column },
      };
    }
    case 'heads':
      return product(
        at({ step: 'weights' }, rowIs(row)),
        at({ step: 'split', part: 'values' }, columnIs(column)),
      );
    case 'concat':
      return copy(
        at({ step: 'heads', head: Math.floor(column / d) + 1 }, cellIs(row, column % d)),
        picked,
      );
    case 'output': {
      const { W_o, b_o } = numbers.parameters;
      const matrix = parameter('W_Oᵀ', W_o, columnIs(column));
      return product(at({ step: 'concat' }, rowIs(row)), matrix, b_o?.data[column]);
    }
  }
}

/** PyTorch's matrices stand on their side: y = xWᵀ. */
const parameter = (name: string, tensor: Tensor, lit: Lit): Operand => ({
  name,
  values: turned(rowsOf(tensor)),
  lit,
});

function projected(
  state: State,
  { parameters }: Numbers,
  at: (spot: Partial<Spot>, lit: Lit) => Operand,
  copy: (operand: Operand, value: number) => Trace,
): Trace {
  const [row, column] = [state.row - 1, state.column - 1];
  const kind = projectionOf(state.variant);
  const own = at({ step: 'input' }, cellIs(row, column));
  const value = own.values[row]?.[column] ?? Number.NaN;
  const tensor = parameters[MATRICES[state.part]];
  if (kind === 'none' || tensor === undefined) return copy(own, value);
  const d = headWidth(state);
  // A shared matrix takes a head's own components, and is the same for the next head.
  const [first, inner] = kind === 'full' ? [0, column] : [column - (column % d), column % d];
  const width = kind === 'full' ? D_MODEL : d;
  const x = at({ step: 'input' }, (i, k) => i === row && k >= first && k < first + width);
  const matrix = parameter(`W_${letterOf(state.part)}ᵀ`, tensor, columnIs(inner));
  const bias = parameters[BIASES[state.part]]?.data[column];
  const terms = zipped(
    x.values[row]?.slice(first, first + width),
    matrix.values.map((one) => one[inner] as number),
  );
  return {
    operands: [x, matrix],
    sum: { kind: 'products', terms, ...(bias === undefined ? {} : { constant: bias }) },
  };
}

/** Where a reader who picks a cell of an operand goes. */
export function stateAt({ spot, isTurned }: Operand, row: number, column: number): Partial<State> {
  const [i, j] = isTurned ? [column, row] : [row, column];
  return spot === undefined ? {} : { ...spot, row: i + 1, column: j + 1 };
}

/** The part that a step looks at, where it looks at one. */
export const partOf = ({ step, part }: State): Part | undefined =>
  step === 'project' || step === 'split' ? part : undefined;
