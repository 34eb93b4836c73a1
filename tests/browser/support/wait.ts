// SPDX-License-Identifier: MIT
import { setTimeout as pause } from 'node:timers/promises';
import { BrowserCrash } from './engine.ts';

/**
 * The first pause between two calls of a probe. Each further pause is half as long again, up to LAST_MS, because each
 * call delays the page.
 */
const FIRST_MS = 10;
const LAST_MS = 160;

/**
 * The default timeout; only failing tests reach it. It is long because a wait of a passing test has taken more than
 * 150 seconds while three browsers shared two slow cores with four compilers.
 */
export const PATIENCE_MS = 300_000;

export interface WaitOptions {
  /** The time after which `waitFor` throws, in milliseconds; by default PATIENCE_MS. */
  timeout?: number;
  /** Returns true for an error that `waitFor` must throw at once, because a retry cannot succeed. */
  isFinal?: (error: unknown) => boolean;
}

/**
 * Calls `probe` until it returns a value other than false and null, and returns that value. A probe that throws is
 * called again, so it may contain assertions. No probe is called again after a `BrowserCrash`.
 * @throws after the timeout: the last error, or an error that names the last value; its message begins with the timeout
 */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeout = PATIENCE_MS, isFinal = () => false }: WaitOptions = {},
): Promise<Exclude<T, false | null>> {
  const end = performance.now() + timeout;
  for (let interval = FIRST_MS; ; interval = Math.min(1.5 * interval, LAST_MS)) {
    const outcome = await attempt(probe);
    const isDone = !('error' in outcome) && outcome.value !== false && outcome.value !== null;
    if (isDone) return outcome.value as Exclude<T, false | null>;
    if ('error' in outcome) {
      const { error } = outcome;
      if (error instanceof BrowserCrash || isFinal(error)) throw error;
    }
    if (performance.now() > end) throw late(outcome, timeout);
    await pause(interval);
  }
}

type Outcome<T> = { value: T } | { error: unknown };

async function attempt<T>(probe: () => T | Promise<T>): Promise<Outcome<T>> {
  try {
    return { value: await probe() };
  } catch (error) {
    return { error };
  }
}

function late(outcome: Outcome<unknown>, timeout: number): Error {
  if (!('error' in outcome)) return new Error(`after ${timeout} ms still ${outcome.value}`);
  const { error } = outcome;
  if (!(error instanceof Error)) return new Error(`after ${timeout} ms still: ${error}`);
  // Modifies the error instead of wrapping it, so that Vitest still shows an assertion's diff.
  error.message = `after ${timeout} ms still: ${error.message}`;
  return error;
}
