// SPDX-License-Identifier: MIT
// Measures the times of calls to the engine, and how they grow with the length of the text. The clock is a parameter,
// so that tests can pass their own.
import { mean, median, sum } from 'd3-array';
import type { Engine, Tensor } from '../../engine/index.ts';
import { NUMBER, STAGES, TILE, WIDTH } from './counts.ts';

export const precision = 'float32';
/**
 * Tolerance for the difference between the outputs of two methods that is due to rounding. A sum of d products of size
 * 1 has an error of about √d · 2⁻²⁴, and the largest of many errors is a few times as large.
 */
export const ROUNDING = 4 * Math.sqrt(WIDTH) * 2 ** -24;

type Rows = Tensor<Float32Array>;

export interface Tokens {
  readonly queries: Rows;
  readonly keys: Rows;
  readonly values: Rows;
}

/** The queries, keys and values of a text of n tokens, drawn with a fixed seed. */
export function tokensOf(engine: Engine, n: number, width = WIDTH): Tokens {
  const draw = (stream: number) => engine.random({ precision, shape: [n, width], seed: 2, stream });
  return { queries: draw(1), keys: draw(2), values: draw(3) };
}

/** The rows from `from` to `to` − 1 of a matrix. */
export function rowsOf<Data extends Float32Array | Float64Array>(
  { shape, data }: Tensor<Data>,
  from: number,
  to: number,
): Tensor<Data> {
  const width = shape[1] as number;
  return { shape: [to - from, width], data: data.slice(from * width, to * width) as Data };
}

export const bytesOf = (...parts: readonly Rows[]): number =>
  parts.reduce((sum, { data }) => sum + data.byteLength, 0);

/**
 * Computes additive scores with random parameters. Also returns their hidden layer (an m × n matrix for each of `WIDTH`
 * units), the scores as a weighted sum over this layer (`sum`), and a function that repeats the call for timing.
 */
export function additiveOf(engine: Engine, { queries, keys }: Tokens) {
  const side = (stream: number) =>
    engine.random({ precision, shape: [WIDTH, WIDTH], seed: 3, stream, variance: 1 / WIDTH });
  const w_v = engine.random({ precision, shape: [WIDTH], seed: 3, stream: 3 });
  const parameters = { W_q: side(1), W_k: side(2) };
  const input = { precision, queries, keys } as const;
  const scores = engine.additiveScores({ ...input, ...parameters, w_v });
  const layer = Array.from({ length: WIDTH }, (_, h) => {
    const [W_q, W_k] = [parameters.W_q, parameters.W_k].map((W) => rowsOf(W, h, h + 1)) as [
      Rows,
      Rows,
    ];
    return engine.additiveScores({ ...input, W_q, W_k, w_v: { shape: [1], data: [1] } });
  });
  const sum = scores.data.map((_, i) =>
    layer.reduce((all, unit, h) => all + (w_v.data[h] as number) * (unit.data[i] as number), 0),
  );
  return {
    scores,
    layer,
    sum,
    call: () => void engine.additiveScores({ ...input, ...parameters, w_v }),
  };
}

/** Returns the current time in milliseconds. */
export type Clock = () => number;

export const METHODS = ['plain', 'streaming'] as const;
export type Method = (typeof METHODS)[number];

/** A measurement to make: a method, and a length of the text in tokens. */
export interface Job {
  readonly method: Method;
  readonly n: number;
}

/** The result of a measurement: the durations of repeated calls in milliseconds. */
export interface Timed extends Job {
  readonly times: readonly number[];
}

/** The lengths, in tokens, from which readers choose the longest text whose time is measured. */
export const LONGEST = ['2048', '4096', '16384'] as const;
export type Longest = (typeof LONGEST)[number];

const FIRST = 128;
/**
 * A call is repeated for at least this many milliseconds, and the mean of its durations is one measurement. The clocks
 * of browsers have a resolution of up to one millisecond, which is too coarse for a single short call.
 */
const LEAST = 20;
const REPEATS = 5;
/** Calls that take longer than this (in ms) are measured once, because their durations vary by only a few percent. */
const LONG = 600;

/**
 * Memory limit of the WebAssembly module, 2 GiB. The module stores the matrices of plain attention twice: as computed,
 * and as a copy for the caller.
 */
const MODULE_BYTES = 2 ** 31;
export const PLAIN_MOST = largestPlain();

function largestPlain(): number {
  let n = FIRST;
  while (2 * STAGES * NUMBER * (2 * n) ** 2 < MODULE_BYTES) n *= 2;
  return n;
}

/**
 * All measurements for texts of at most `longest` tokens, with both methods, the shortest text first. Plain attention
 * is omitted for lengths at which its matrices reach or exceed the memory limit.
 */
export function jobsUpTo(longest: Longest): Job[] {
  const count = Math.log2(Number(longest) / FIRST) + 1;
  return Array.from({ length: count }, (_, i) => FIRST * 2 ** i).flatMap((n) =>
    METHODS.filter((method) => method === 'streaming' || n <= PLAIN_MOST).map((method) => ({
      method,
      n,
    })),
  );
}

/**
 * Yields durations of a call in milliseconds. Between two durations, the caller can do other work. If the first call
 * takes longer than `LONG`, its duration is the only one. Otherwise it does not count, because the memory of the module
 * grows during it.
 */
export function* timings(call: () => void, now: Clock): Generator<number> {
  const begun = now();
  call();
  const first = now() - begun;
  if (first > LONG) {
    yield first;
    return;
  }
  for (let i = 0; i < REPEATS; i++) {
    const start = now();
    let calls = 0;
    let passed = 0;
    do {
      call();
      calls += 1;
      passed = now() - start;
    } while (passed < LEAST);
    yield passed / calls;
  }
}

/** Returns a function that computes the attention of n tokens in float32, by the job's method. */
export function callOf(engine: Engine, { method, n }: Job): () => void {
  const input = { precision, ...tokensOf(engine, n) } as const;
  return method === 'plain'
    ? () => void engine.attention(input)
    : () => void engine.streamingAttention({ ...input, ...TILE });
}

/** The median duration of several calls in ms; NaN if aborted. Between calls, the page can respond to input. */
export async function medianTime(
  call: () => void,
  { signal, now = () => performance.now() }: { signal: AbortSignal; now?: Clock },
): Promise<number> {
  const times: number[] = [];
  for (const time of timings(call, now)) {
    times.push(time);
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return Number.NaN;
  }
  return median(times) ?? Number.NaN;
}

/** The exponent b of the growth of a quantity that is roughly proportional to n^b, with the standard error of b. */
export interface Growth {
  readonly exponent: number;
  readonly error: number;
}

/** Smaller n are left out of the fit: the constant cost of a call dominates there, so the points are not on a line. */
const FIT_FROM = 256;
/** The minimum number of points for a fit. With fewer, the line depends too much on each point. */
const FIT_LEAST = 4;

/**
 * Fits a straight line to the points on logarithmic axes by least squares. The exponent is the slope of the line.
 * Undefined as long as there are too few points.
 */
export function growthOf(points: readonly (readonly [n: number, y: number])[]): Growth | undefined {
  const at = points
    .filter(([n]) => n >= FIT_FROM)
    .map(([n, y]) => [Math.log2(n), Math.log2(y)] as const);
  if (at.length < FIT_LEAST) return undefined;
  const [x, y] = [mean(at, ([n]) => n) ?? Number.NaN, mean(at, ([, time]) => time) ?? Number.NaN];
  const spread = sum(at, ([n]) => (n - x) ** 2);
  const exponent = sum(at, ([n, time]) => (n - x) * (time - y)) / spread;
  const left = sum(at, ([n, time]) => (time - y - exponent * (n - x)) ** 2);
  return { exponent, error: Math.sqrt(left / (at.length - 2) / spread) };
}
