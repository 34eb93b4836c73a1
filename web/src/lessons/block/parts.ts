// SPDX-License-Identifier: MIT
import type { Scene } from '../../lesson/define.ts';
import type { Numbers, State } from './compute.ts';
import type messages from './messages.en.json';

export type Texts = typeof messages;
export type BlockScene = Scene<State, Numbers, Texts>;

/** The figure's parts with their default visibility: 1 full, 0 an outline or nothing. */
export const parts = {
  /** The parts in the diagram of a layer. */
  attention: 1,
  stream: 1,
  norms: 1,
  network: 1,
  /** The words before and after a stack of layers: attention alone, also with residual connection, also with norms. */
  alone: 0,
  residual: 0,
  norm: 0,
  lengths: 0,
  removal: 0,
  /** `matrices`: those of attention. `wide`: those of the feed-forward part, or `unknown`: a `?`. `counts`: sizes. */
  matrices: 0,
  unknown: 0,
  wide: 0,
  counts: 0,
  map: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** Paths of arrow heads that point up or to the left, with the tip at (x, y). */
export const tipUp = (x: number, y: number): string =>
  `M${x - 5} ${y + 10}L${x} ${y}L${x + 5} ${y + 10}z`;
export const tipLeft = (x: number, y: number): string =>
  `M${x + 10} ${y - 5}L${x} ${y}L${x + 10} ${y + 5}z`;
