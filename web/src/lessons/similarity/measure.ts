// SPDX-License-Identifier: MIT
// What the lesson's experiments share: states, rows, and what is asked of the engine more than once.
import { AttentionError, type Engine, type Tensor } from '../../engine/index.ts';
import { initialState } from '../../state/fields.ts';
import type { Measurement } from '../experiment.ts';
import { RECIPES, WORDS } from './library.ts';
import { fields, type State } from './state.ts';

export const INITIAL = initialState(fields);
export const with_ = (change: Partial<State>): State => Object.freeze({ ...INITIAL, ...change });

type Row = [id: string, expected: number, computed?: number | undefined, tolerance?: number];

/** A row with which the statement itself stands or falls. */
export const claim = (
  ...[id, expected, computed = Number.NaN, tolerance = 0]: Row
): Measurement => ({
  id,
  expected,
  computed,
  tolerance,
  tests: 'claim',
});
/** A row that only says how far it reaches. */
export const reach = (...row: Row): Measurement => ({ ...claim(...row), tests: 'reach' });

export const ROUNDING = 1e-12;

export const precision = 'float64';

/** A matrix from its rows. */
export const matrix = (...rows: readonly (readonly number[])[]): Tensor => ({
  shape: [rows.length, rows[0]?.length ?? 0],
  data: rows.flat(),
});

export const ones = (...shape: readonly number[]): Tensor => ({
  shape,
  data: Array<number>(shape.reduce((product, side) => product * side, 1)).fill(1),
});

/** 1 where the engine refuses a call, 0 where it runs. */
export function refusals(call: () => unknown): number {
  try {
    call();
    return 0;
  } catch (error) {
    if (error instanceof AttentionError) return 1;
    throw error;
  }
}

const TEMPERATURES = [0.01, 0.1, 1, 10];
const MOST_COUNT = 4;

/** Every search of one or two words, each up to four times. */
function manySearches(): number[][] {
  const counts = Array.from({ length: MOST_COUNT }, (_, i) => i + 1);
  return WORDS.flatMap((_, a) =>
    WORDS.slice(a).flatMap((__, offset) =>
      counts.flatMap((first) =>
        counts.map((second) =>
          WORDS.map((___, i) => (i === a ? first : i === a + offset ? second : 0)),
        ),
      ),
    ),
  );
}

/** The lowest and the highest of all outputs that many searches give, warm and cold, by column. */
export function outputBounds(engine: Engine, { minutes, energy }: State) {
  const queries = matrix(...manySearches());
  const keys = matrix(...RECIPES.map(({ key }) => key));
  const values = matrix(...RECIPES.map((_, i) => [minutes[i] as number, energy[i] as number]));
  const all = TEMPERATURES.flatMap((divisorNumber) =>
    Array.from(
      engine.attention({ precision, queries, keys, values, divisor: 'number', divisorNumber })
        .output.data,
    ),
  );
  const column = (which: number) => all.filter((_, i) => i % 2 === which);
  const bounds = (numbers: readonly number[]) =>
    [Math.min(...numbers), Math.max(...numbers)] as const;
  return { minutes: bounds(column(0)), energy: bounds(column(1)) };
}
