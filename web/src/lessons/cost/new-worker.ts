// SPDX-License-Identifier: MIT
import type { WorkerLike } from './measuring.ts';

/** A worker that measures. @throws where a host forbids workers, or has no file to start one from */
export const newWorker = (): WorkerLike =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
