// SPDX-License-Identifier: MIT
import { nothing, type SVGTemplateResult, svg } from 'lit';

/** The `viewBox` of a figure. In a wide window, all figures have the same size. */
export const viewBoxOf = (layout: 'wide' | 'phone', phoneHeight: number): string =>
  layout === 'wide' ? '0 0 760 580' : `0 0 390 ${phoneHeight}`;

/** A text in a figure. `kind` contains CSS classes of marks.css, separated by spaces. */
export const label = (x: number, y: number, content: unknown, kind = ''): SVGTemplateResult =>
  svg`<text x=${x} y=${y} class="label ${kind}">${content}</text>`;

/** A part of a figure with an opacity from 0 to 1. It is drawn only if the opacity is above 0.02. */
export const shown = (share: number, draw: () => SVGTemplateResult) =>
  share > 0.02 ? svg`<g opacity=${share}>${draw()}</g>` : nothing;

/** A letter with a subscript. Text after it is on the baseline again. */
export const nameOf = (letter: string, index: string): SVGTemplateResult =>
  svg`${letter}<tspan class="below" dy="3">${index}</tspan><tspan dy="-3">​</tspan>`;

const DIGITS = '₀₁₂₃₄₅₆₇₈₉';

/** A letter with a subscript, the number of an item. `index` counts from 0, the subscript from 1: ("x", 0) gives x₁. */
export const indexed = (letter: string, index: number): string =>
  letter + Array.from(String(index + 1), (digit) => DIGITS[Number(digit)]).join('');
