// SPDX-License-Identifier: MIT
// Restores timers, globals and mocks after each test.
import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
