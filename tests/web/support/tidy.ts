// SPDX-License-Identifier: MIT
// Ends with each test what the test has replaced.
import { afterEach, vi } from 'vitest';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
