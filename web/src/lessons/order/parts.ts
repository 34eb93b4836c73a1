// SPDX-License-Identifier: MIT
import type { Layout, Scene } from '../../lesson/define.ts';
import type texts from './messages.en.json';
import type { Numbers, State } from './orders.ts';

export type Texts = typeof texts;
export type OrderScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** `sentence`: both orders. `alone`: nothing above and below them. `now`: outputs and lines of the second order. */
  sentence: 1,
  alone: 0,
  now: 1,
  /** The placeholder of the outputs that the reader must guess. */
  unknown: 0,
  /** Above and below the sentence: the weights of the verb, or the words that each word can attend to (`sees`). */
  weights: 0,
  sees: 0,
  /** The marks of each place: its number, the vector added to the word there, or the number added to the score. */
  plain: 1,
  added: 0,
  bias: 0,
  turned: 0,
  table: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** Linear interpolation from `from` (`share` 0) to `to` (`share` 1). */
export const at = (from: number, to: number, share: number): number => from + (to - from) * share;

export const decimal = ({ i18n }: OrderScene, value: number, decimals = 2): string =>
  i18n.number(value, { decimals });

/**
 * The y of each part of an order. `edge`: the side of the words on which weights are drawn. `share`: the numbers of the
 * weights. `place`: the marks of each place. `base`: the outputs. `line`: the ends of the lines between the orders.
 */
export type Rows = Readonly<
  Record<'title' | 'edge' | 'share' | 'word' | 'place' | 'base' | 'line', number>
>;

export interface Places {
  /** The x of the first word's middle, the distance between words, and the width of an output. */
  readonly columns: readonly [first: number, step: number, width: number];
  readonly rows: readonly [first: Rows, now: Rows];
  /** The maximum height of an output's bars, above and below `base`. */
  readonly height: number;
}

const WIDE: Places = {
  columns: [80, 150, 122],
  rows: [
    { title: 14, edge: 139, share: 153, word: 178, place: 219, base: 258, line: 280 },
    { title: 568, edge: 473, share: 459, word: 434, place: 393, base: 354, line: 332 },
  ],
  height: 17,
};

const PLACES: Readonly<Record<Layout, Readonly<Record<'alone' | 'weights' | 'sees', Places>>>> = {
  wide: {
    weights: WIDE,
    sees: WIDE,
    alone: {
      columns: [80, 150, 122],
      rows: [
        { title: 30, edge: 30, share: 46, word: 82, place: 114, base: 180, line: 252 },
        { title: 550, edge: 550, share: 534, word: 498, place: 466, base: 400, line: 328 },
      ],
      height: 48,
    },
  },
  phone: {
    weights: {
      columns: [46, 75, 64],
      rows: [
        { title: 0, edge: 66, share: 20, word: 82, place: 110, base: 138, line: 154 },
        { title: 0, edge: 271, share: 280, word: 256, place: 227, base: 199, line: 183 },
      ],
      height: 12,
    },
    sees: {
      columns: [46, 75, 64],
      rows: [
        { title: 0, edge: 92, share: 20, word: 105, place: 126, base: 150, line: 165 },
        { title: 0, edge: 264, share: 266, word: 251, place: 230, base: 206, line: 191 },
      ],
      height: 12,
    },
    alone: {
      columns: [46, 75, 64],
      rows: [
        { title: 0, edge: 0, share: 0, word: 14, place: 37, base: 75, line: 120 },
        { title: 0, edge: 286, share: 286, word: 272, place: 249, base: 211, line: 166 },
      ],
      height: 26,
    },
  },
};

const mix = (from: Places, to: Places, share: number): Places => {
  const rows = from.rows.map(
    (one, i) =>
      Object.fromEntries(
        Object.entries(one).map(([name, value]) => [
          name,
          at(value, to.rows[i]?.[name as keyof Rows] ?? value, share),
        ]),
      ) as unknown as Rows,
  ) as [Rows, Rows];
  return { columns: from.columns, rows, height: at(from.height, to.height, share) };
};

/** The positions of the rows in a scene, or during an animation between two scenes. */
export function placesOf({ alone, sees }: Parts, layout: Layout): Places {
  const places = PLACES[layout];
  return mix(mix(places.weights, places.alone, alone), places.sees, sees);
}
