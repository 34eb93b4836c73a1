// SPDX-License-Identifier: MIT
import type { WorkerLike } from './training/runner.ts';

/**
 * Starts the worker for training.
 * @throws if the content security policy forbids workers, or if the build has no separate file for the worker
 */
export const newWorker = (): WorkerLike =>
  new Worker(new URL('./training/worker.ts', import.meta.url), { type: 'module' });
