// SPDX-License-Identifier: MIT
import { svg } from 'lit';
import { type LinearScale, linearScale } from './linear-scale.ts';
import { longest } from './text-width.ts';

export type Interval = readonly [low: number, high: number];

export interface Axis {
  readonly label: string;
  readonly interval: Interval;
  /** Positions and texts of the ticks, for example of a logarithmic axis. By default, ticks are at round numbers. */
  readonly ticks?: readonly { readonly at: number; readonly text: string }[];
}

interface Tick {
  readonly place: number;
  readonly text: string;
}

/** The layout of a plot's axes in px, with their texts. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly xTicks: readonly Tick[];
  readonly yTicks: readonly Tick[];
}

export interface FrameOptions {
  readonly format: (x: number) => string;
  /** Returns the width of a text in px. */
  readonly measure: (text: string) => number;
  readonly height?: number | undefined;
  readonly leastLeft?: number | undefined;
}

/** The font size in a plot, in px. */
export const PLOT_FONT_SIZE = 13;

const LEAST_LEFT = 52;
/** Space in px at the left of the frame for the axis title and gaps, in addition to the width of the tick labels. */
const LEFT_OF_TICKS = 22;
const TICK_GAP = 8;

/**
 * Space around the frame in px. `labels` is the distance from the frame down to the baseline of the tick labels.
 * `title` is the distance from the bottom of the figure up to the baseline of the axis title.
 */
const MARGIN = { top: 32, right: 16, bottom: 48, labels: 21, title: 8 };
const LOW = 250;
const LOW_MARGIN = { ...MARGIN, bottom: 37, labels: 17, title: 5 };
const marginFor = (height: number) => (height < LOW ? LOW_MARGIN : MARGIN);

const heightFor = (width: number): number => Math.round(Math.min(Math.max(width * 0.58, LOW), 420));

/** Computes the layout of a plot that is `width` px wide. The left margin depends on the longest tick label. */
export function plotFrame(
  width: number,
  xAxis: Axis,
  yAxis: Axis,
  { format, measure, height = heightFor(width), leastLeft = LEAST_LEFT }: FrameOptions,
): PlotFrame {
  const margin = marginFor(height);
  const [top, right, bottom] = [margin.top, width - margin.right, height - margin.bottom];
  const y = linearScale(yAxis.interval, [bottom, top]);
  const yTicks = ticksOf(yAxis, y, Math.min(8, height / 45), format);
  const labels = yTicks.map(({ text }) => text);
  const left = Math.max(leastLeft, longest(labels, measure) + TICK_GAP + LEFT_OF_TICKS);
  const x = linearScale(xAxis.interval, [left, right]);
  const xTicks = thinned(ticksOf(xAxis, x, Math.min(10, width / 70), format), measure);
  return { width, height, left, right, top, bottom, x, y, xTicks, yTicks };
}

/**
 * Like `plotFrame`, but the frame is square, so that axes with equally long intervals have the same scale.
 * @param longestSide  maximum length of the frame's sides in px
 */
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
  scale: LinearScale,
  count: number,
  format: (x: number) => string,
): Tick[] {
  const round = () => scale.ticks(Math.max(3, count)).map((at) => ({ at, text: format(at) }));
  return (ticks ?? round())
    .filter(({ at }) => at >= low && at <= high)
    .map(({ at, text }) => ({ place: scale(at), text }));
}

/** Selects as many evenly spaced ticks as possible without overlapping labels. */
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
