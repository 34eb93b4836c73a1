// SPDX-License-Identifier: MIT
// Measures times outside the main thread. The page terminates the worker to stop a measurement, because this works even
// during a call.
import { createEngine, type Engine } from '../../engine/index.ts';
import { again } from '../again.ts';
import { callOf, type Job, type Timed, timings } from './timing.ts';

export interface Request {
  readonly jobs: readonly Job[];
}

/** The answer to each requested measurement: the measured times, or the reason for a failure. */
export type Answer = Timed | (Job & { readonly refused: string });

self.onmessage = async ({ data: { jobs } }: MessageEvent<Request>) => {
  let engine: Engine;
  try {
    engine = await createEngine({ simd: 'simd', training: false });
  } catch (error) {
    // `reportError` causes an `error` event on the page, whereas a rejected promise in a worker does not.
    reportError(error);
    return;
  }
  for (const job of jobs) self.postMessage(answerOf(job));

  function answerOf(job: Job): Answer {
    try {
      const measure = () => [...timings(callOf(engine, job), () => performance.now())];
      return { ...job, times: again(measure) };
    } catch (error) {
      // With little memory on the device, a call can fail below the memory limit of the WebAssembly module.
      return { ...job, refused: (error as Error).message };
    }
  }
};
