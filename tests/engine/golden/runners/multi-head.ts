// SPDX-License-Identifier: MIT
import { type Engine, PROJECTIONS } from '../../../../web/src/engine/index.ts';
import type { Tensors } from '../case.ts';
import { FILLS, masking, scale } from '../options.ts';
import { defined, type Given, type Runners } from '../values.ts';

/** The names that SCHEMA.md gives to the inputs of one function. */
type Names = Readonly<Record<'queries' | 'keys' | 'values' | 'W_o' | 'b_o', string>>;

const NAMES_002: Names = {
  ...{ queries: 'queries', keys: 'keys', values: 'values', W_o: 'W_o', b_o: 'b_o' },
};
const NAMES_004: Names = { queries: 'q', keys: 'k', values: 'v', W_o: 'W_c', b_o: 'b_c' };

type Options = Pick<
  Parameters<Engine['multiHead']>[0],
  'numHeads' | 'projection' | 'shapeFromQueries' | 'maskBeforeScale' | 'divisor' | 'divisorNumber'
> &
  ReturnType<typeof masking>;

const heads = ({ number }: Given): number => number('heads', 1);

const parameters = ({ has, matrix, row }: Given, { W_o, b_o }: Names) => ({
  // The code of document 002 (a source text, see web/src/ledger) defines W_q, W_k and W_v but never applies them, so a
  // golden case may omit them.
  ...Object.fromEntries(['W_q', 'W_k', 'W_v'].filter(has).map((name) => [name, matrix(name)])),
  W_o: matrix(W_o),
  ...defined({ b_q: row('b_q'), b_k: row('b_k'), b_v: row('b_v'), b_o: row(b_o) }),
});

function attend(given: Given, names: Names, options: Options): Tensors {
  const { engine, precision, input, gradients } = given;
  const tensors = {
    queries: input(names.queries),
    keys: input(names.keys),
    values: input(names.values),
  };
  const request = { precision, ...tensors, ...parameters(given, names), ...options };
  const { heads: stages, concat, output: out } = engine.multiHead(request);
  const { scores: energy, scaledScores: scores, weights } = stages;
  return {
    ...{ energy, scores, weights, concat, out },
    ...gradients(out, (outputGradient) => {
      const gradient = engine.multiHeadGradient({ ...request, outputGradient });
      const named = Object.entries(gradient).map(([name, part]) => [
        names[name as keyof Names] ?? name,
        part,
      ]);
      return Object.fromEntries(named);
    }),
  };
}

/** The options of the multi-head attention in document 004 (a source text, see web/src/ledger). */
export const options004 = (given: Given) => ({
  numHeads: heads(given),
  ...masking(given, FILLS['004']),
});

export const MULTI_HEAD: Runners = {
  mha_002: (given) =>
    attend(given, NAMES_002, {
      numHeads: heads(given),
      projection: given.word('project', PROJECTIONS, 'none'),
      maskBeforeScale: true,
      ...scale(given),
      ...masking(given, FILLS['002']),
    }),

  mha_004: (given) => attend(given, NAMES_004, { ...options004(given), shapeFromQueries: true }),

  mha_cross: (given) => attend(given, NAMES_004, options004(given)),

  split_heads(given) {
    const { engine, precision, input } = given;
    const request = { precision, x: input('x'), numHeads: heads(given) };
    const { heads: y, merged, wrongView } = engine.splitHeads(request);
    return { y, merged_back: merged, wrong_view: wrongView };
  },
};
