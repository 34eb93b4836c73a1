// SPDX-License-Identifier: MIT
// Runs training jobs in a worker, one at a time.
import { createEngine, type Engine, type Twin } from '../../../engine/index.ts';
import type { Answer } from './runner.ts';
import { type Job, type Sliced, Slices } from './slices.ts';

export interface Request {
  readonly id: number;
  readonly twin: Twin;
  readonly job: Job;
}

let engine: Promise<Engine> | undefined;
let slices: Slices | undefined;

const buffersOf = ({ losses, saved: { parameters, first, second } }: Sliced): Transferable[] =>
  [losses, parameters, first, second].map(({ buffer }) => buffer as ArrayBuffer);

self.onmessage = async ({ data: { id, twin, job } }: MessageEvent<Request>) => {
  engine ??= createEngine({ simd: twin });
  let made: Engine;
  try {
    made = await engine;
  } catch (error) {
    // `reportError` causes an `error` event on the page, whereas a rejected promise in a worker does not.
    reportError(error);
    return;
  }
  slices ??= new Slices(made);
  let answer: Answer;
  try {
    answer = { id, made: [...slices.run(job)] };
  } catch (error) {
    answer = { id, failed: (error as Error).message };
  }
  const transfer = 'made' in answer ? answer.made.flatMap(buffersOf) : [];
  self.postMessage(answer, { transfer });
};
