// SPDX-License-Identifier: MIT
// Where the rows of the two orders are.
import type { Layout } from '../../lesson/define.ts';
import { at, type Parts } from './parts.ts';

/** The places of the rows that show one order of the words, from the title to the outputs. */
export interface Rows {
  readonly title: number;
  /** The edge of what stands beyond the words, and the shares of the weights. */
  readonly edge: number;
  readonly share: number;
  readonly word: number;
  readonly place: number;
  readonly base: number;
  /** The end of the lines. */
  readonly line: number;
}

export interface Places {
  /** The middle of the first word, from one word to the next, and the width of an output. */
  readonly columns: readonly [first: number, step: number, width: number];
  readonly rows: readonly [first: Rows, now: Rows];
  /** The height of an output above and below its line. */
  readonly height: number;
}

/** Where the rows are if nothing stands beyond them, if weights do, and if lists of words do. */
type Spot = 'alone' | 'weights' | 'sees';

const WIDE: Places = {
  columns: [80, 150, 122],
  rows: [
    { title: 14, edge: 139, share: 153, word: 178, place: 219, base: 258, line: 280 },
    { title: 568, edge: 473, share: 459, word: 434, place: 393, base: 354, line: 332 },
  ],
  height: 17,
};

const PLACES: Readonly<Record<Layout, Readonly<Record<Spot, Places>>>> = {
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

/** The places of the rows in a scene, or between two. */
export function placesOf({ alone, sees }: Parts, layout: Layout): Places {
  const places = PLACES[layout];
  return mix(mix(places.weights, places.alone, alone), places.sees, sees);
}
