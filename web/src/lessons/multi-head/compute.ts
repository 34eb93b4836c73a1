// SPDX-License-Identifier: MIT
// Computes the numbers of the stage (the main figure) and of the pipeline in Verify (the lesson's second view), which
// shows attention step by step.
import {
  type Engine,
  MULTI_HEAD_VARIANTS,
  type MultiHead,
  type MultiHeadInput,
  type MultiHeadVariant,
  type Precision,
  type SentenceModel,
  type Tensor,
} from '../../engine/index.ts';
import { largestDifference, type Matrix, rowsOf } from '../matrix.ts';
import { OnDemand, once } from '../on-demand.ts';
import type { Computed } from '../scene.ts';
import { drawInputs, type Inputs, type Parameters, parametersOf, requestOf } from './inputs.ts';
import { type Sentence, sentenceOf } from './sentence.ts';
import { D_MODEL, type State } from './state.ts';
import { byHead, countOf } from './tensors.ts';

export { fields } from './state.ts';

export type Run = MultiHead<Precision>;

/** The row and the column that an entry had before the matrix was split into heads. */
export interface Place {
  readonly token: number;
  readonly component: number;
}

/**
 * The results of two ways to split a matrix into heads, a correct and a wrong one. `right[h][i]` is row i of head h.
 */
export interface Splits {
  readonly right: readonly (readonly (readonly Place[])[])[];
  readonly wrong: Splits['right'];
  readonly rows: number;
  /**
   * How many rows, over all heads, contain only entries of the right token: row i of a head must come from token i.
   * `pureRight` is for the correct split, where it equals `rows`, and `pureWrong` for the wrong one.
   */
  readonly pureRight: number;
  readonly pureWrong: number;
}

/** All numbers of the lesson. The engine computes all of them except sums and differences. */
export interface Numbers {
  /** Undefined until the sentence model is loaded. */
  readonly sentence: Sentence | undefined;
  /** Computes the pipeline at the first call. Only Verify and the code panel show it. */
  readonly pipeline: () => Pipeline;
}

/** Multi-head attention of random tokens, with all stages and variants. */
export interface Pipeline {
  readonly inputs: Inputs;
  readonly parameters: Parameters;
  readonly parameterCount: number;
  readonly run: Run;
  // The functions compute at their first call, so that a drag does not wait for numbers outside the viewport.
  /** The results of all steps in each of the documents' implementations. */
  readonly runs: Readonly<Record<MultiHeadVariant, () => Run>>;
  /** A matrix whose row i contains, for each token j, the largest |∂output_i/∂x_j|. */
  readonly influence: () => Matrix;
  readonly splits: () => Splits;
  /**
   * The weights of the selected head with dropout. The documents (source texts, see web/src/ledger) differ: document
   * 001's class stores them before dropout, document 000's function returns them after it.
   */
  readonly dropped: () => { readonly before: Matrix; readonly after: Matrix };
}

/** The largest absolute difference of an implementation's output from the output of the standard implementation. */
export const differenceOf = ({ runs }: Pick<Pipeline, 'runs'>, variant: MultiHeadVariant): number =>
  largestDifference(runs[variant]().output.data, runs.standard().output.data);

/**
 * The largest |∂output_i/∂x_j| over the components of tokens i and j. One backward pass computes all derivatives: its
 * batch contains a copy of the tokens for each component of the output.
 * @param input  self-attention: queries, keys and values are the same T tokens, of shape (T, width)
 * @returns a matrix of shape (T, T)
 */
export function influenceOf(engine: Engine, input: MultiHeadInput<Precision>): Matrix {
  const [tokens = 0, width = 0] = input.queries.shape;
  const each = tokens * width;
  const shape = [each, tokens, width];
  const copies: Tensor = {
    shape,
    data: Array.from({ length: each }, () => Array.from(input.queries.data)).flat(),
  };
  const data = Array.from({ length: each ** 2 }, (_, at) =>
    Number(at % each === Math.floor(at / each)),
  );
  const { queries, keys, values } = engine.multiHeadGradient({
    ...{ ...input, queries: copies, keys: copies, values: copies },
    outputGradient: { shape, data },
  });
  const largest = Array.from({ length: tokens }, () => Array<number>(tokens).fill(0));
  queries.data.forEach((x, at) => {
    // A token is query, key and value, so the derivative with respect to it is the sum of three gradients.
    const slope = x + (keys.data[at] as number) + (values.data[at] as number);
    const row = largest[Math.floor(at / each / width)] as number[];
    const j = Math.floor((at % each) / width);
    row[j] = Math.max(row[j] as number, Math.abs(slope));
  });
  return largest;
}

/**
 * Splits a matrix into heads, correctly and wrongly. The entries of the matrix are 0, 1, 2, …, so that each entry of
 * the result shows the place from which it comes.
 */
export function splitPlaces(
  { tokens, heads }: Pick<State, 'tokens' | 'heads'>,
  engine: Engine,
): Splits {
  const numHeads = Number(heads);
  const data = Array.from({ length: tokens * D_MODEL }, (_, at) => at);
  const x = { shape: [tokens, D_MODEL], data };
  const split = engine.splitHeads({ precision: 'float64', x, numHeads });
  const placed = (tensor: Tensor): Splits['right'] =>
    byHead({ ...tensor, shape: split.heads.shape }).map((rows) =>
      rows.map((row) =>
        row.map((at) => ({ token: Math.floor(at / D_MODEL), component: at % D_MODEL })),
      ),
    );
  const [right, wrong] = [placed(split.heads), placed(split.wrongView)];
  const pure = (all: Splits['right']) =>
    all.flatMap((rows) => rows.filter((row, i) => row.every(({ token }) => token === i))).length;
  return { right, wrong, rows: numHeads * tokens, pureRight: pure(right), pureWrong: pure(wrong) };
}

function droppedOf(state: State, inputs: Inputs, engine: Engine) {
  const { dropoutRate, dropoutSeed, head } = state;
  const request = { ...requestOf(state, inputs, 'standard'), dropoutRate, dropoutSeed };
  const { weights, droppedWeights = weights } = engine.multiHead(request).heads;
  return { before: rowsOf(weights, head - 1), after: rowsOf(droppedWeights, head - 1) };
}

const byVariant = <T>(make: (variant: MultiHeadVariant) => T) =>
  Object.fromEntries(MULTI_HEAD_VARIANTS.map((variant) => [variant, make(variant)])) as Record<
    MultiHeadVariant,
    T
  >;

const INPUTS = ['tokens', 'heads', 'seed', 'layers', 'mask', 'precision'] as const;

/**
 * Computes the pipeline of a state. Results that a change does not affect are reused from `last`.
 * @throws AttentionError
 */
export function pipelineOf(
  state: State,
  engine: Engine,
  last?: Computed<State, Pipeline>,
): Pipeline {
  const before = (...names: readonly (keyof State)[]): Pipeline | undefined =>
    last !== undefined && names.every((name) => last.state[name] === state[name])
      ? last.numbers
      : undefined;
  const same = before(...INPUTS);
  const inputs = same?.inputs ?? drawInputs(state, engine);
  const runs =
    same?.runs ??
    byVariant((variant) => once(() => engine.multiHead(requestOf(state, inputs, variant))));
  const parameters = parametersOf(inputs, state.variant);
  return {
    inputs,
    parameters,
    parameterCount: countOf(...Object.values(parameters)),
    runs,
    run: runs[state.variant](),
    influence:
      before(...INPUTS, 'variant')?.influence ??
      once(() => influenceOf(engine, requestOf(state, inputs))),
    splits: before('tokens', 'heads')?.splits ?? once(() => splitPlaces(state, engine)),
    dropped:
      before(...INPUTS, 'head', 'dropoutRate', 'dropoutSeed')?.dropped ??
      once(() => droppedOf(state, inputs, engine)),
  };
}

/** Computes the numbers of a state. Those of the sentence are reused from `last` if the change does not affect them. */
export function compute(
  state: State,
  engine: Engine,
  last?: Computed<State, Numbers>,
  model?: SentenceModel,
  pipelines = new OnDemand(pipelineOf),
): Numbers {
  const isSame = (['words', 'layer', 'heads'] as const).every(
    (name) => last?.state[name] === state[name],
  );
  const said = isSame ? last?.numbers.sentence : undefined;
  return {
    sentence: model && (said?.model === model ? said : sentenceOf(model, state)),
    pipeline: pipelines.at(state, engine),
  };
}
