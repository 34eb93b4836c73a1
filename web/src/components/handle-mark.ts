// SPDX-License-Identifier: MIT
import { nothing, svg } from 'lit';
import { REACH } from './handle.ts';

/** Texts about a handle for screen readers. */
export interface HandleWords {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: readonly [low: number, high: number];
  /** How to move it with keys. */
  readonly hint?: string;
  readonly isLocked?: boolean | undefined;
}

/** A focusable handle. It has the role of a slider along x, and its text contains the y value as well. */
export const renderHandle = (
  kind: string,
  { label, text, value, range: [low, high], hint, isLocked }: HandleWords,
  content: unknown,
) => svg`
  <g class=${kind} tabindex="0" role="slider" aria-label=${label} aria-valuemin=${low} aria-valuemax=${high}
    aria-valuenow=${value} aria-valuetext=${text} aria-description=${(!isLocked && hint) || nothing}
    aria-disabled=${isLocked ? 'true' : nothing}>${content}</g>`;

/** The area of a point that takes a press, with the focus ring. */
export const renderGrip = (x: number, y: number, ring = 14) => svg`
  <circle class="ring" cx=${x} cy=${y} r=${ring} />
  <circle class="grip" cx=${x} cy=${y} r=${REACH} />`;
