// SPDX-License-Identifier: MIT
import type { Track } from './handle-keys.ts';
import type { Point } from './pointer-drag.ts';

/** A handle's place in data units. */
export interface Handle {
  readonly x: number;
  readonly y: number;
  /** It stays where it is. */
  readonly isLocked?: boolean;
}

export interface HandlesOptions {
  /** Finds the handles' elements, in the order of `all`. */
  readonly selector: string;
  all(): readonly Handle[];
  /** The handle that a press on free ground moves, where there is one. */
  ground?(): number;
  /** A handle without a track for y moves along x alone. */
  tracks(index: number): { readonly x: Track; readonly y?: Track };
  /** A handle's place in pixels of the figure; of a long one, its part nearest to `near`. */
  place(index: number, near: Point): Point;
  /** The place in data units of pixels of the figure. */
  invert(px: number, py: number): Point;
  moved(index: number, x: number, y: number, final: boolean): void;
  /** The handle under the pointer or in focus. */
  mark?(index: number | undefined): void;
  /** How far from a handle's place a press still takes it, in pixels. */
  readonly reach?: number;
}

/** How far from a point's middle a press still takes it, in pixels. */
export const REACH = 24;
