// SPDX-License-Identifier: MIT
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { svg } from 'lit';
import { longest } from './text-width.ts';

export interface Axis {
  readonly label: string;
  readonly interval: readonly [low: number, high: number];
  /** Where the ticks are and what they say, in place of round numbers: for an axis of logarithms. */
  readonly ticks?: readonly { readonly at: number; readonly text: string }[];
}

interface Tick {
  readonly place: number;
  readonly text: string;
}

/** Where a plot's axes lie, in pixels, and what they say. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: ScaleLinear<number, number>;
  readonly y: ScaleLinear<number, number>;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

/** The size of the text in a plot, in pixels. */
export const PLOT_FONT_SIZE = 13;

const MARGIN = { top: 32, right: 16, bottom: 48 };
const LEAST_LEFT = 52;
/** What stands left of the frame beside the tick labels: the axis' title, and gaps. */
const LEFT_OF_TICKS = 22;
const TICK_GAP = 8;

const heightFor = (width: number): number => Math.round(Math.min(Math.max(width * 0.58, 250), 420));

/** Lays out a plot of `width` pixels so that its longest labels have room. */
export function plotFrame(
  width: number,
  xAxis: Axis,
  yAxis: Axis,
  format: (x: number) => string,
  measure: (text: string) => number,
  height = heightFor(width),
): PlotFrame {
  const [top, right, bottom] = [MARGIN.top, width - MARGIN.right, height - MARGIN.bottom];
  const y = scaleLinear(yAxis.interval, [bottom, top]);
  const yRound = () =>
    y.ticks(Math.max(3, Math.min(8, height / 45))).map((at) => ({ at, text: format(at) }));
  const yTicks = (yAxis.ticks ?? yRound()).map(({ at, text }) => ({ place: y(at), text }));
  const labels = yTicks.map(({ text }) => text);
  const left = Math.max(LEAST_LEFT, longest(labels, measure) + TICK_GAP + LEFT_OF_TICKS);
  const x = scaleLinear(xAxis.interval, [left, right]);
  const round = () =>
    x
      .ticks(Math.max(3, Math.min(10, width / 70)))
      .map((tick) => ({ at: tick, text: format(tick) }));
  const xTicks = thinned(
    (xAxis.ticks ?? round()).map(({ at, text }) => ({ place: x(at), text })),
    measure,
  );
  return { width, height, left, right, top, bottom, x, y, xTicks, yTicks };
}

/** As `plotFrame`, with both axes of one length, so that a way looks as long in every direction. */
export function squareFrame(
  width: number,
  longestSide: number,
  ...axes: readonly [Axis, Axis, (x: number) => string, (text: string) => number]
): PlotFrame {
  const { left, right } = plotFrame(width, ...axes);
  const side = Math.min(right - left, longestSide);
  return plotFrame(left + side + MARGIN.right, ...axes, MARGIN.top + side + MARGIN.bottom);
}

/** As many evenly spaced ticks as there is room for their labels. */
function thinned(ticks: readonly Tick[], measure: (text: string) => number): readonly Tick[] {
  const half = ticks.map(({ text }) => measure(text) / 2);
  const isFree = (stride: number) =>
    ticks.every((tick, i) => {
      const [next, room] = [ticks[i + stride], half[i + stride]];
      if (i % stride !== 0 || next === undefined || room === undefined) return true;
      return next.place - tick.place >= (half[i] as number) + room + TICK_GAP;
    });
  let stride = 1;
  while (stride < ticks.length && !isFree(stride)) stride++;
  return ticks.filter((_, i) => i % stride === 0);
}

/** Draws the axes with their ticks, grid and titles. */
export function renderAxes(frame: PlotFrame, xLabel: string, yLabel: string) {
  const { left, right, top, bottom, height, xTicks, yTicks } = frame;
  return svg`
    <g class="axes" aria-hidden="true">
      ${yTicks.map(
        ({ place, text }) => svg`
          <line class="grid" x1=${left} x2=${right} y1=${place} y2=${place} />
          <text x=${left - TICK_GAP} y=${place} dy="0.32em" text-anchor="end">${text}</text>`,
      )}
      ${xTicks.map(
        ({ place, text }) => svg`
          <line class="tick" x1=${place} x2=${place} y1=${bottom} y2=${bottom + 5} />
          <text x=${place} y=${bottom + 21} text-anchor="middle">${text}</text>`,
      )}
      <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
      <text class="axis-label" x=${(left + right) / 2} y=${height - 8} text-anchor="middle">${xLabel}</text>
      <text class="axis-label" transform="translate(14 ${(top + bottom) / 2}) rotate(-90)"
        text-anchor="middle">${yLabel}</text>
    </g>`;
}
