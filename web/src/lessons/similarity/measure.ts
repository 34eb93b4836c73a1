// SPDX-License-Identifier: MIT
// What the lesson's experiments share: states, rows, and what is asked of the engine more than once.
import type { Engine, Tensor } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import { matrix } from '../measure.ts';
import { RECIPES, WORDS } from './library.ts';
import { fields, type State } from './state.ts';

export const INITIAL = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

export const ROUNDING = 1e-12;

export const precision = 'float64';

export const ones = (...shape: readonly number[]): Tensor => ({
  shape,
  data: Array<number>(shape.reduce((product, side) => product * side, 1)).fill(1),
});

const TEMPERATURES = [0.01, 0.1, 1, 10];
const MOST_COUNT = 4;

/** Every search of one word or two, each up to four times. */
function manySearches(): number[][] {
  const counts = Array.from({ length: MOST_COUNT }, (_, i) => i + 1);
  const search = (words: ReadonlyMap<number, number>) => WORDS.map((_, i) => words.get(i) ?? 0);
  return WORDS.flatMap((_, a) =>
    counts.flatMap((first) => [
      search(new Map([[a, first]])),
      ...WORDS.slice(0, a).flatMap((__, b) =>
        counts.map((second) =>
          search(
            new Map([
              [a, first],
              [b, second],
            ]),
          ),
        ),
      ),
    ]),
  );
}

/** The lowest and the highest of all outputs that many searches give, warm and cold, and how many there are. */
export function outputBounds(
  engine: Engine,
  { minutes, energy }: State,
  temperatures: readonly number[] = TEMPERATURES,
) {
  const queries = matrix(...manySearches());
  const keys = matrix(...RECIPES.map(({ key }) => key));
  const values = matrix(...RECIPES.map((_, i) => [minutes[i] as number, energy[i] as number]));
  const all = temperatures.flatMap((divisorNumber) =>
    Array.from(
      engine.attention({ precision, queries, keys, values, divisor: 'number', divisorNumber })
        .output.data,
    ),
  );
  const column = (which: number) => all.filter((_, i) => i % 2 === which);
  const bounds = (numbers: readonly number[]) =>
    [Math.min(...numbers), Math.max(...numbers)] as const;
  return { count: all.length / 2, minutes: bounds(column(0)), energy: bounds(column(1)) };
}
