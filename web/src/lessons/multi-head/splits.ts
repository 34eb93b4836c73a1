// SPDX-License-Identifier: MIT
// The right split and the wrong one, of numbers that say where they came from.
import type { Engine } from '../../engine/index.ts';
import { rowsOf } from './arithmetic.ts';
import { D_MODEL, type State } from './state.ts';

/** Where a number stood before the split, each from 0. */
export interface Place {
  readonly token: number;
  readonly component: number;
}

type Heads = readonly (readonly (readonly Place[])[])[];

export interface Splits {
  /** Head by head, row by row. */
  readonly right: Heads;
  readonly wrong: Heads;
  /** In how many of all rows stands one token alone. */
  readonly rows: number;
  readonly pureRight: number;
  readonly pureWrong: number;
}

export function splitPlaces(
  { tokens, heads }: Pick<State, 'tokens' | 'heads'>,
  engine: Engine,
): Splits {
  const numHeads = Number(heads);
  const x = {
    shape: [tokens, D_MODEL],
    data: Array.from({ length: tokens * D_MODEL }, (_, at) => at),
  };
  const split = engine.splitHeads({ precision: 'float64', x, numHeads });
  const placed = (name: 'heads' | 'wrongView'): Heads =>
    Array.from({ length: numHeads }, (_, head) =>
      rowsOf(split[name], head).map((row) =>
        row.map((at) => ({ token: Math.floor(at / D_MODEL), component: at % D_MODEL })),
      ),
    );
  const [right, wrong] = [placed('heads'), placed('wrongView')];
  const pure = (all: Heads) =>
    all.reduce(
      (count, head) =>
        count + head.filter((row, i) => row.every(({ token }) => token === i)).length,
      0,
    );
  return {
    right,
    wrong,
    rows: numHeads * tokens,
    pureRight: pure(right),
    pureWrong: pure(wrong),
  };
}
