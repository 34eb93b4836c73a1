// SPDX-License-Identifier: MIT
// How long calls of the engine take. The clock comes from outside, so that tests bring their own.
import type { Engine } from '../../engine/index.ts';
import { NUMBER, STAGES } from './bytes.ts';
import { median } from './fit.ts';
import type { Longest } from './state.ts';
import { precision, tokensOf } from './tokens.ts';

/** The time in milliseconds. */
export type Clock = () => number;

export const METHODS = ['plain', 'streaming'] as const;
export type Method = (typeof METHODS)[number];

/** One thing to measure. */
export interface Job {
  readonly method: Method;
  readonly n: number;
}

/** What came of it: milliseconds of one call, as many times as it was measured. */
export interface Timed extends Job {
  readonly times: readonly number[];
}

const FIRST = 128;
/** Browsers tell the time to a millisecond or less, so that much is a small part of this. */
const LEAST = 20;
const REPEATS = 5;
/** What takes so long is measured once: chance is small beside it. */
const LONG = 600;

/** The module may have 2 GiB, in which plain attention's stages lie twice: as computed, and as handed over. */
export const MODULE_BYTES = 2 ** 31;
export const PLAIN_MOST = largestPlain();

function largestPlain(): number {
  let n = FIRST;
  while (2 * STAGES * NUMBER * (2 * n) ** 2 < MODULE_BYTES) n *= 2;
  return n;
}

/** Each size with both methods, the smallest first; plain attention ends where its stages no longer fit. */
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
 * Milliseconds of a call, one measurement after another; between two of them others may have their turn. The first call
 * of all is for warming up: memory grows in it.
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

/** A call of the engine with n tokens, in float32. */
export function callOf(engine: Engine, { method, n }: Job): () => void {
  const input = { precision, ...tokensOf(engine, n) } as const;
  return method === 'plain'
    ? () => void engine.attention(input)
    : () => void engine.streamingAttention(input);
}

/** Of several measurements the one in the middle, with the page alive between them; NaN once it was aborted. */
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
  return median(times);
}
