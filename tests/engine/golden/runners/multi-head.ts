// SPDX-License-Identifier: MIT
import {
  type Engine,
  PROJECTIONS,
  type Precision,
  type Tensor,
} from '../../../../web/src/engine/index.ts';
import { BadFile, type GoldenCase, type Tensors } from '../case.ts';
import { FILLS, masking, scale } from '../options.ts';
import {
  given,
  gradients,
  has,
  input,
  loss,
  matrix,
  number,
  type Runner,
  type RunnerTable,
  row,
  word,
} from '../values.ts';

/** The names that SCHEMA.md gives to the inputs of one function. */
interface Names {
  queries: string;
  keys: string;
  values: string;
  W_o: string;
  b_o: string;
}

const NAMES_002: Names = {
  queries: 'queries',
  keys: 'keys',
  values: 'values',
  W_o: 'W_o',
  b_o: 'b_o',
};
const NAMES_004: Names = { queries: 'q', keys: 'k', values: 'v', W_o: 'W_c', b_o: 'b_c' };

type Options = Pick<
  Parameters<Engine['multiHead']>[0],
  'numHeads' | 'projection' | 'shapeFromQueries' | 'maskBeforeScale' | 'divisor' | 'divisorNumber'
> &
  ReturnType<typeof masking>;

const heads = (golden: GoldenCase): number => number(golden, 'heads', 1);

const parameters = (golden: GoldenCase, { W_o, b_o }: Names) => ({
  // The code of document 002 (a source text, see web/src/ledger) defines these three projections but never applies
  // them, so a golden case may omit them.
  ...Object.fromEntries(
    ['W_q', 'W_k', 'W_v']
      .filter((name) => has(golden, name))
      .map((name) => [name, matrix(golden, name)]),
  ),
  W_o: matrix(golden, W_o),
  ...given({
    b_q: row(golden, 'b_q'),
    b_k: row(golden, 'b_k'),
    b_v: row(golden, 'b_v'),
    b_o: row(golden, b_o),
  }),
});

function attend(
  engine: Engine,
  golden: GoldenCase,
  precision: Precision,
  { names, options }: { names: Names; options: Options },
): Tensors {
  const tensors = {
    queries: input(golden, names.queries),
    keys: input(golden, names.keys),
    values: input(golden, names.values),
  };
  const request = { precision, ...tensors, ...parameters(golden, names), ...options };
  const { heads: stages, concat, output: out } = engine.multiHead(request);
  const { scores: energy, scaledScores: scores, weights } = stages;
  const outputs = { energy, scores, weights, concat, out };
  if (!has(golden, 'G')) return outputs;

  const outputGradient = input(golden, 'G');
  const gradient: Partial<Record<string, Tensor>> = engine.multiHeadGradient({
    ...request,
    outputGradient,
  });
  const named = Object.entries(gradient).map(([name, part]) => [
    names[name as keyof Names] ?? name,
    part,
  ]);
  return {
    ...outputs,
    loss: loss(golden, out),
    ...gradients(golden, Object.fromEntries(named)),
  };
}

function projection(golden: GoldenCase) {
  const name = word(golden, 'project', 'none');
  const found = PROJECTIONS.find((projection) => projection === name);
  if (found === undefined) throw new BadFile(`unknown projection ${name}`);
  return found;
}

const mha002: Runner = (engine, golden, precision) =>
  attend(engine, golden, precision, {
    names: NAMES_002,
    options: {
      numHeads: heads(golden),
      projection: projection(golden),
      maskBeforeScale: true,
      ...scale(golden),
      ...masking(golden, FILLS['002']),
    },
  });

/** The options of the multi-head attention in document 004 (a source text, see web/src/ledger). */
export const options004 = (golden: GoldenCase) => ({
  numHeads: heads(golden),
  ...masking(golden, FILLS['004']),
});

const mha004: Runner = (engine, golden, precision) =>
  attend(engine, golden, precision, {
    names: NAMES_004,
    options: { ...options004(golden), shapeFromQueries: true },
  });

const mhaCross: Runner = (engine, golden, precision) =>
  attend(engine, golden, precision, { names: NAMES_004, options: options004(golden) });

const splitHeads: Runner = (engine, golden, precision) => {
  const request = { precision, x: input(golden, 'x'), numHeads: heads(golden) };
  const { heads: y, merged, wrongView } = engine.splitHeads(request);
  return { y, merged_back: merged, wrong_view: wrongView };
};

export const MULTI_HEAD: RunnerTable = {
  mha_002: mha002,
  mha_004: mha004,
  mha_cross: mhaCross,
  split_heads: splitHeads,
};
