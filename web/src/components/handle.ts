// SPDX-License-Identifier: MIT
import type { Track } from './handle-keys.ts';
import type { Point } from './pointer-drag.ts';

/** The position, in data units, of a handle (a movable part of a figure). */
export interface Handle {
  readonly x: number;
  readonly y: number;
  /** Whether readers cannot move the handle. */
  readonly isLocked?: boolean;
}

/** A handle with its texts. */
export interface NamedHandle extends Handle {
  readonly label: string;
  /** The position of the handle in words, for screen readers, such as "waist 51, weight 40". */
  readonly text: string;
  /** The text inside or beside the handle. */
  readonly mark: string;
}

/** A new position of a handle, in data units. `final` is false during a drag. */
export interface HandleMove {
  readonly index: number;
  readonly x: number;
  readonly y: number;
  readonly final: boolean;
}

export interface HandlesOptions {
  /** CSS selector of the elements of all handles, which are in the order of `all`. */
  readonly selector: string;
  all(): readonly Handle[];
  /** Returns the index of the handle that a press on the background moves. Undefined if there is none. */
  ground?(): number;
  /** Returns the range in which a handle can be moved. Without `y`, it moves only along x. */
  tracks(index: number): { readonly x: Track; readonly y?: Track };
  /**
   * Returns the position of a handle in px of the figure. If the handle is a line, such as a cursor, this is its point
   * that is nearest to `near`.
   */
  place(index: number, near: Point): Point;
  /** Converts a position in px of the figure to data units. */
  invert(px: number, py: number): Point;
  moved(index: number, x: number, y: number, final: boolean): void;
  /** Called with the index of the handle under the pointer or with the focus. Undefined if there is none. */
  mark?(index: number | undefined): void;
  /** Maximum distance in px at which a press selects a handle. Default: `REACH`. */
  readonly reach?: number;
}

/** The default of `HandlesOptions.reach`: maximum distance in px at which a press selects a handle. */
export const REACH = 24;
