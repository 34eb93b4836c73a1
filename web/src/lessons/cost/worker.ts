// SPDX-License-Identifier: MIT
// Measures where nobody waits for it. To stop it, its owner ends it, in the middle of a call too.
import { createEngine, type Engine, type Twin } from '../../engine/index.ts';
import { again } from '../again.ts';
import { callOf, type Job, type Timed, timings } from './timing.ts';

/** What the worker is asked. */
export interface Request {
  readonly twin: Twin;
  readonly jobs: readonly Job[];
}

/** What it says, a message a job: what was measured, or why nothing was. */
export type Answer = Timed | (Job & { readonly refused: string });

self.onmessage = async ({ data: { twin, jobs } }: MessageEvent<Request>) => {
  let engine: Engine;
  try {
    engine = await createEngine({ simd: twin, training: false });
  } catch (error) {
    // A rejection alone would never reach the page.
    reportError(error);
    return;
  }
  for (const job of jobs) self.postMessage(answerOf(job));

  function answerOf(job: Job): Answer {
    try {
      const measure = () => [...timings(callOf(engine, job), () => performance.now())];
      return { ...job, times: again(measure) };
    } catch (error) {
      // A device with little memory ends here before the module's own limit does.
      return { ...job, refused: (error as Error).message };
    }
  }
};
