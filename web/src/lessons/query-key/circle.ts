// SPDX-License-Identifier: MIT
// Three tokens in a circle (A → B → C → A): their attention, and whether each attends more to the next or the previous.
import type { Engine, Tensor } from '../../engine/index.ts';
import type { State, Three } from './compute.ts';

const CIRCLE_SIZE = 3;
type Pointing = 'onward' | 'back' | 'tie';

interface Scores extends Pick<State, 'precision'> {
  /** The scores of A for B, B for C, C for A, B for A, C for B, A for C. Symmetric scores use only the first three. */
  readonly circle: readonly number[];
  readonly circleKind: 'symmetric' | 'two';
}

const nextOf = (i: number): number => (i + 1) % CIRCLE_SIZE;
const beforeOf = (i: number): number => (i + CIRCLE_SIZE - 1) % CIRCLE_SIZE;

const each = [0, 1, 2] as const;
const square = (entry: (i: number, j: number) => number): Tensor => ({
  shape: [CIRCLE_SIZE, CIRCLE_SIZE],
  data: each.flatMap((i) => each.map((j) => entry(i, j))),
});
const oneHot = square((i, j) => (i === j ? 1 : 0));
const others = square((i, j) => (i === j ? 0 : 1));

function circleScore({ circle, circleKind }: Scores, i: number, j: number): number {
  if (i === j) return 0;
  const isOnward = j === nextOf(i);
  const at = isOnward ? i : circleKind === 'symmetric' ? j : CIRCLE_SIZE + j;
  return circle[at] as number;
}

/**
 * Computes attention with the scores of the circle. Query i is row i of the score matrix and the keys are one-hot, so
 * the dot products are the given scores. Tokens do not attend to themselves.
 */
export function computeCircle(state: Scores, engine: Engine) {
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
  const pointing = each.map((i): Pointing => {
    const ahead = table[i]?.[nextOf(i)] as number;
    const behind = table[i]?.[beforeOf(i)] as number;
    if (ahead === behind) return 'tie';
    return ahead > behind ? 'onward' : 'back';
  });
  const onward = pointing.filter((one) => one === 'onward').length;
  return { scores: table, weights: rows(weights), pointing, onward };
}

/**
 * The largest possible number of tokens that attend more to the next token than to the previous one, if the three
 * scores are symmetric. Only the order of the scores matters, so 27 assignments are enough: they include all 13 weak
 * orderings (orders with ties) of three scores.
 */
export function mostOnward(engine: Engine): number {
  const found = assignments().map(
    (circle) =>
      computeCircle({ circle, circleKind: 'symmetric', precision: 'float64' }, engine).onward,
  );
  return Math.max(...found);
}

/** All assignments of the scores −1, 0 and 1 to the three pairs of tokens. */
export function assignments(): readonly (readonly [number, number, number])[] {
  const levels = [-1, 0, 1];
  return levels.flatMap((a) => levels.flatMap((b) => levels.map((c) => [a, b, c] as const)));
}

/** The number of different weak orderings (orders with ties) among `lists`, each of which is a list of scores. */
export function ordersOf(lists: readonly (readonly number[])[]): number {
  const signs = lists.map((list) => list.flatMap((x) => list.map((y) => Math.sign(x - y))));
  return new Set(signs.map(String)).size;
}

const SOLUTION_SIZE = 2;

/** Three tokens that attend to the next one: a token's query is the token times 2, its key is the previous token. */
export const CIRCLE: Three = {
  tokens: oneHot,
  W_q: square((i, j) => (i === j ? SOLUTION_SIZE : 0)),
  W_k: square((i, j) => (j === beforeOf(i) ? 1 : 0)),
};

/** The scores of `CIRCLE`, in the order of `Scores.circle`. */
export function solveCircle(engine: Engine): readonly number[] {
  const { scores } = engine.selfSimilarity({ precision: 'float64', ...CIRCLE, divisor: 'none' });
  const at = (i: number, j: number) => scores.data[i * CIRCLE_SIZE + j] as number;
  return [...each.map((i) => at(i, nextOf(i))), ...each.map((i) => at(nextOf(i), i))];
}
