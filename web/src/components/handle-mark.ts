// SPDX-License-Identifier: MIT
import { nothing, svg } from 'lit';
import { REACH } from './handle.ts';

/** The accessible name and values of a handle (a movable part of a figure). */
export interface HandleWords {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: readonly [low: number, high: number];
  /** Describes how to move the handle with the keyboard. */
  readonly hint?: string;
  readonly isLocked?: boolean | undefined;
}

/**
 * Renders a focusable handle with the ARIA role `slider`. A slider has a single value, so `value` is only the x
 * coordinate. `text` describes the whole position.
 * @param kind  CSS class of the handle
 */
export const renderHandle = (
  kind: string,
  { label, text, value, range: [low, high], hint, isLocked }: HandleWords,
  content: unknown,
) => svg`
  <g class=${kind} tabindex="0" role="slider" aria-label=${label} aria-valuemin=${low} aria-valuemax=${high}
    aria-valuenow=${value} aria-valuetext=${text} aria-description=${(!isLocked && hint) || nothing}
    aria-disabled=${isLocked ? 'true' : nothing}>${content}</g>`;

/** Renders the hit area of a point and its focus ring. */
export const renderGrip = (x: number, y: number, ring = 14) => svg`
  <circle class="ring" cx=${x} cy=${y} r=${ring} />
  <circle class="grip" cx=${x} cy=${y} r=${REACH} />`;
