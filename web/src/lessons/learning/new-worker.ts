// SPDX-License-Identifier: MIT
import type { WorkerLike } from './training/runner.ts';

/** A worker that trains. @throws where a host forbids workers, or has no file to start one from */
export const newWorker = (): WorkerLike =>
  new Worker(new URL('./training/worker.ts', import.meta.url), { type: 'module' });
