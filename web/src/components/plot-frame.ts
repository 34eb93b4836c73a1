// SPDX-License-Identifier: MIT
import { type ScaleLinear, scaleLinear } from 'd3-scale';
import { svg } from 'lit';
import { longest } from './text-width.ts';

export type Interval = readonly [low: number, high: number];

export interface Axis {
  readonly label: string;
  readonly interval: Interval;
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

export interface FrameOptions {
  readonly format: (x: number) => string;
  /** The width of a text in pixels. */
  readonly measure: (text: string) => number;
  readonly height?: number | undefined;
  readonly leastLeft?: number | undefined;
}

/** The size of the text in a plot, in pixels. */
export const PLOT_FONT_SIZE = 13;

const LEAST_LEFT = 52;
/** What stands left of the frame beside the tick labels: the axis' title, and gaps. */
const LEFT_OF_TICKS = 22;
const TICK_GAP = 8;

/** Space around the frame. `labels` and `title` are the baselines of the tick labels and the axis title below it. */
const MARGIN = { top: 32, right: 16, bottom: 48, labels: 21, title: 8 };
const LOW = 250;
const LOW_MARGIN = { ...MARGIN, bottom: 37, labels: 17, title: 5 };
const marginFor = (height: number) => (height < LOW ? LOW_MARGIN : MARGIN);

const heightFor = (width: number): number => Math.round(Math.min(Math.max(width * 0.58, LOW), 420));

/** Lays out a plot of `width` pixels so that its longest labels have room. */
export function plotFrame(
  width: number,
  xAxis: Axis,
  yAxis: Axis,
  { format, measure, height = heightFor(width), leastLeft = LEAST_LEFT }: FrameOptions,
): PlotFrame {
  const margin = marginFor(height);
  const [top, right, bottom] = [margin.top, width - margin.right, height - margin.bottom];
  const y = scaleLinear(yAxis.interval, [bottom, top]);
  const yTicks = ticksOf(yAxis, y, Math.min(8, height / 45), format);
  const labels = yTicks.map(({ text }) => text);
  const left = Math.max(leastLeft, longest(labels, measure) + TICK_GAP + LEFT_OF_TICKS);
  const x = scaleLinear(xAxis.interval, [left, right]);
  const xTicks = thinned(ticksOf(xAxis, x, Math.min(10, width / 70), format), measure);
  return { width, height, left, right, top, bottom, x, y, xTicks, yTicks };
}

/** As `plotFrame`, with both axes of one length, so that a way looks as long in every direction. */
export function squareFrame(
  width: number,
  longestSide: number,
  xAxis: Axis,
  yAxis: Axis,
  { height, ...options }: FrameOptions,
): PlotFrame {
  const margin = marginFor(height ?? LOW);
  const edges = margin.top + margin.bottom;
  const { left, right } = plotFrame(width, xAxis, yAxis, options);
  const side = Math.min(right - left, longestSide, (height ?? Infinity) - edges);
  return plotFrame(left + side + margin.right, xAxis, yAxis, { ...options, height: edges + side });
}

function ticksOf(
  { ticks, interval: [low, high] }: Axis,
  scale: ScaleLinear<number, number>,
  count: number,
  format: (x: number) => string,
): Tick[] {
  const round = () => scale.ticks(Math.max(3, count)).map((at) => ({ at, text: format(at) }));
  return (ticks ?? round())
    .filter(({ at }) => at >= low && at <= high)
    .map(({ at, text }) => ({ place: scale(at), text }));
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
  const { labels, title } = marginFor(height);
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
          <text x=${place} y=${bottom + labels} text-anchor="middle">${text}</text>`,
      )}
      <line class="axis" x1=${left} x2=${right} y1=${bottom} y2=${bottom} />
      <text class="axis-label" x=${(left + right) / 2} y=${height - title} text-anchor="middle">${xLabel}</text>
      <text class="axis-label" transform="translate(14 ${(top + bottom) / 2}) rotate(-90)"
        text-anchor="middle">${yLabel}</text>
    </g>`;
}
