// SPDX-License-Identifier: MIT
import {
  type Engine,
  MULTI_HEAD_VARIANTS,
  type MultiHead,
  type MultiHeadVariant,
  type Precision,
} from '../../engine/index.ts';
import type { Computed } from '../scene.ts';
import { largestDifference, rowsOf, sums, turned } from './arithmetic.ts';
import { type Dropped, dropOut } from './dropout.ts';
import { influence } from './influence.ts';
import { countOf, drawInputs, type Inputs, type Parameters } from './inputs.ts';
import { parametersOf, requestOf } from './request.ts';
import { type Splits, splitPlaces } from './splits.ts';
import type { State } from './state.ts';

export type Run = MultiHead<Precision>;

/** All numbers that the lesson shows; every one comes from the engine. */
export interface Numbers {
  readonly inputs: Inputs;
  /** The parameters that the chosen variant is given. */
  readonly parameters: Parameters;
  readonly parameterCount: number;
  /** Every stage of each of the documents' implementations. */
  readonly runs: Readonly<Record<MultiHeadVariant, Run>>;
  readonly run: Run;
  /** The largest |output − the standard's output|. */
  readonly differences: Readonly<Record<MultiHeadVariant, number>>;
  /** Of the weights of the head that is looked at. */
  readonly rowSums: readonly number[];
  readonly columnSums: readonly number[];
  /** Row i: the largest |∂output_i/∂x_j| for each token j. */
  readonly influence: readonly (readonly number[])[];
  readonly splits: Splits;
  readonly dropped: Dropped;
}

const key = (...parts: readonly unknown[]): string => JSON.stringify(parts);
const runsKey = ({ tokens, heads, seed, layers, mask, precision }: State): string =>
  key(tokens, heads, seed, layers, mask, precision);
const variantKey = (state: State): string => key(runsKey(state), state.variant);
const splitKey = ({ tokens, heads }: State): string => key(tokens, heads);
const droppedKey = (state: State): string =>
  key(runsKey(state), state.head, state.dropoutRate, state.dropoutSeed);

const byVariant = <T>(make: (variant: MultiHeadVariant) => T) =>
  Object.fromEntries(MULTI_HEAD_VARIANTS.map((variant) => [variant, make(variant)])) as Record<
    MultiHeadVariant,
    T
  >;

/**
 * The pipeline, all variants of it, and what is shown beside; what a change leaves as it was is
 * taken over from `last`.
 * @throws AttentionError
 */
export function compute(state: State, engine: Engine, last?: Computed<State, Numbers>): Numbers {
  const before = (keyOf: (state: State) => string): Numbers | undefined =>
    last !== undefined && keyOf(last.state) === keyOf(state) ? last.numbers : undefined;
  const same = before(runsKey);
  const inputs = same?.inputs ?? drawInputs(state, engine);
  const runs =
    same?.runs ?? byVariant((variant) => engine.multiHead(requestOf(state, inputs, variant)));
  const run: Run = runs[state.variant];
  const parameters = parametersOf(inputs, state.variant);
  const weights = rowsOf(run.heads.weights, state.head - 1);
  return {
    inputs,
    parameters,
    parameterCount: countOf(...Object.values(parameters)),
    runs,
    run,
    differences:
      same?.differences ??
      byVariant((variant) =>
        largestDifference(engine, state.precision, runs[variant].output, runs.standard.output),
      ),
    rowSums: sums(engine, state.precision, weights),
    columnSums: sums(engine, state.precision, turned(weights)),
    influence:
      before(variantKey)?.influence ?? influence(engine, requestOf(state, inputs, state.variant)),
    splits: before(splitKey)?.splits ?? splitPlaces(state, engine),
    dropped: before(droppedKey)?.dropped ?? dropOut(state, inputs, engine),
  };
}
