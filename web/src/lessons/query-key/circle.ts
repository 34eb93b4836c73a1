// SPDX-License-Identifier: MIT
// Three tokens in a circle: whom does each attend to most, the next one or the one before?
import type { Engine, Tensor } from '../../engine/index.ts';
import type { State } from './state.ts';

export const CIRCLE_SIZE = 3;
export type Pointing = 'onward' | 'back' | 'tie';

/** Scores and weights between three tokens, each looking at the other two. */
export interface Circle {
  readonly scores: readonly (readonly number[])[];
  readonly weights: readonly (readonly number[])[];
  readonly pointing: readonly Pointing[];
  /** How many point onward. */
  readonly onward: number;
}

export const nextOf = (i: number): number => (i + 1) % CIRCLE_SIZE;
export const beforeOf = (i: number): number => (i + CIRCLE_SIZE - 1) % CIRCLE_SIZE;

const each = [0, 1, 2] as const;
const square = (entry: (i: number, j: number) => number): Tensor => ({
  shape: [CIRCLE_SIZE, CIRCLE_SIZE],
  data: each.flatMap((i) => each.map((j) => entry(i, j))),
});
const oneHot = square((i, j) => (i === j ? 1 : 0));
const others = square((i, j) => (i === j ? 0 : 1));

/** Which of the state's scores token i gives token j. */
export function circleScore(
  { circle, circleKind }: Pick<State, 'circle' | 'circleKind'>,
  i: number,
  j: number,
): number {
  if (i === j) return 0;
  const isOnward = j === nextOf(i);
  const at = isOnward ? i : circleKind === 'symmetric' ? j : CIRCLE_SIZE + j;
  return circle[at] as number;
}

/**
 * The tokens are one-hot, so the rows of W_Q are the queries, W_K leaves the keys as they are, and
 * q·k is the score that was set. A token does not look at itself, which only makes it easier.
 */
export function computeCircle(
  state: Pick<State, 'circle' | 'circleKind' | 'precision'>,
  engine: Engine,
): Circle {
  const { scores, weights } = engine.attention({
    precision: state.precision,
    queries: square((i, j) => circleScore(state, i, j)),
    keys: oneHot,
    values: oneHot,
    keepMask: others,
    divisor: 'none',
  });
  const rows = ({ data }: Tensor) =>
    each.map((i) => Array.from(data).slice(i * CIRCLE_SIZE, (i + 1) * CIRCLE_SIZE));
  const table = rows(scores);
  const pointing = each.map((i) => {
    const ahead = table[i]?.[nextOf(i)] as number;
    const behind = table[i]?.[beforeOf(i)] as number;
    if (ahead === behind) return 'tie';
    return ahead > behind ? 'onward' : 'back';
  });
  const onward = pointing.filter((one) => one === 'onward').length;
  return { scores: table, weights: rows(weights), pointing, onward };
}

/** The most that point onward, over all orders that three symmetric scores can have, ties among them. */
export function mostOnward(engine: Engine): number {
  const levels = [-1, 0, 1];
  const orders = levels.flatMap((a) => levels.flatMap((b) => levels.map((c) => [a, b, c])));
  const found = orders.map(
    (circle) =>
      computeCircle({ circle, circleKind: 'symmetric', precision: 'float64' }, engine).onward,
  );
  return Math.max(...found);
}

const SOLUTION_SIZE = 2;

/** Scores that go round: W_Q asks for each token itself, W_K answers in the name of the one before. */
export function solveCircle(engine: Engine): readonly number[] {
  const { scores } = engine.selfSimilarity({
    precision: 'float64',
    tokens: oneHot,
    W_q: square((i, j) => (i === j ? SOLUTION_SIZE : 0)),
    W_k: square((i, j) => (j === beforeOf(i) ? 1 : 0)),
    divisor: 'none',
  });
  const at = (i: number, j: number) => scores.data[i * CIRCLE_SIZE + j] as number;
  return [...each.map((i) => at(i, nextOf(i))), ...each.map((i) => at(nextOf(i), i))];
}
