// SPDX-License-Identifier: MIT
import { setTimeout as pause } from 'node:timers/promises';

/** Between two calls of a probe: longer and longer, for to ask keeps the page from what is waited for. */
const FIRST_MS = 10;
const LAST_MS = 160;

/**
 * Only what fails waits so long: what passes has been seen to take more than half a minute where three
 * browsers share two slow cores.
 */
export const PATIENCE_MS = 150_000;

export interface WaitOptions {
  /** Milliseconds until it gives up; PATIENCE_MS unless told. */
  timeout?: number;
  /** Whether an error is thrown at once because waiting cannot help. */
  isFinal?: (error: unknown) => boolean;
}

/**
 * Calls `probe` until it neither throws nor returns false or null, and returns its value. So
 * `probe` may be a question or hold assertions.
 * @throws what the last call threw, or its last value, with the time waited
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
    if ('error' in outcome && isFinal(outcome.error)) throw outcome.error;
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
  // The same object, so that an assertion keeps its comparison of expected and received.
  error.message = `after ${timeout} ms still: ${error.message}`;
  return error;
}
