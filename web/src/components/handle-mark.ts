// SPDX-License-Identifier: MIT
import { nothing, svg } from 'lit';
import { REACH } from './handle.ts';

/** What is told of a handle to those who cannot see it. */
export interface HandleWords {
  readonly label: string;
  readonly text: string;
  readonly value: number;
  readonly range: readonly [low: number, high: number];
  /** How keys move it. */
  readonly hint?: string;
  readonly isLocked?: boolean | undefined;
}

/** A handle in the focus order: a slider along x, whose text also has its place along y. */
export const renderHandle = (
  kind: string,
  { label, text, value, range: [low, high], hint, isLocked }: HandleWords,
  content: unknown,
) => svg`
  <g class=${kind} tabindex="0" role="slider" aria-label=${label} aria-valuemin=${low} aria-valuemax=${high}
    aria-valuenow=${value} aria-valuetext=${text} aria-description=${(!isLocked && hint) || nothing}
    aria-disabled=${isLocked ? 'true' : nothing}>${content}</g>`;

/** What a point is held by, with the ring that shows the focus. */
export const renderGrip = (x: number, y: number, ring = 14) => svg`
  <circle class="ring" cx=${x} cy=${y} r=${ring} />
  <circle class="grip" cx=${x} cy=${y} r=${REACH} />`;
