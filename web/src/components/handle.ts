// SPDX-License-Identifier: MIT
import type { Track } from './handle-keys.ts';
import type { Point } from './pointer-drag.ts';

/** A handle's position in data units. */
export interface Handle {
  readonly x: number;
  readonly y: number;
  /** Whether the handle cannot be moved. */
  readonly isLocked?: boolean;
}

export interface HandlesOptions {
  /** Selects the elements of the handles, in the order of `all`. */
  readonly selector: string;
  all(): readonly Handle[];
  /** Index of the handle that a press on the background moves, if any. */
  ground?(): number;
  /** Where a handle can be moved. Without `y`, it moves along x only. */
  tracks(index: number): { readonly x: Track; readonly y?: Track };
  /** A handle's position in pixels of the figure. For a line, the point of it nearest to `near`. */
  place(index: number, near: Point): Point;
  /** Converts pixels of the figure to data units. */
  invert(px: number, py: number): Point;
  moved(index: number, x: number, y: number, final: boolean): void;
  /** Called with the handle under the pointer or in focus. */
  mark?(index: number | undefined): void;
  /** A press takes a handle within this distance, in pixels. */
  readonly reach?: number;
}

/** The default for `reach`. */
export const REACH = 24;
