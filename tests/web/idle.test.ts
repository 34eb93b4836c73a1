// SPDX-License-Identifier: MIT
import { expect, it, vi } from 'vitest';
import { idle } from '../../web/src/device/idle.ts';

it('comes to an end on a page that is never idle', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('requestIdleCallback', (call: () => void, options?: IdleRequestOptions) => {
    if (options?.timeout) setTimeout(call, options.timeout);
  });
  const end = vi.fn();
  idle().then(end);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(end).toHaveBeenCalledOnce();
});
