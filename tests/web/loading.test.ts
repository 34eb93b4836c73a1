// SPDX-License-Identifier: MIT
import { beforeEach, expect, it, vi } from 'vitest';
import { Loading } from '../../web/src/components/loading.ts';

const host = { requestUpdate: vi.fn() };
const failing = () => Promise.reject(new Error('lost'));
const hanging = () => new Promise(() => {});
const fine = () => Promise.resolve();

/** A loading function whose promise is resolved when the test calls `finish`. */
function slow() {
  let finish = () => {};
  const load = () =>
    new Promise<void>((resolve) => {
      finish = resolve;
    });
  return { load, finish: () => finish() };
}

beforeEach(() => void vi.useFakeTimers());

it('a failure is shown until a load succeeds', async () => {
  const loading = new Loading(host);
  expect(await loading.run(failing)).toBe(false);
  expect([loading.hasFailed, loading.failure]).toEqual([true, new Error('lost')]);
  const retry = loading.run(fine);
  expect(loading.hasFailed).toBe(true);
  expect(await retry).toBe(true);
  expect([loading.hasFailed, loading.failure]).toEqual([false, undefined]);
  expect(vi.getTimerCount()).toBe(0);
});

it('a failure of an earlier part does not affect a later one', async () => {
  const loading = new Loading(host);
  const first = loading.run(failing);
  loading.forget();
  await Promise.all([first, loading.run(fine)]);
  expect(loading.hasFailed).toBe(false);
});

it('a success after a later attempt counts, unless another part is needed', async () => {
  const loading = new Loading(host);
  await loading.run(failing);
  const one = slow();
  const attempt = loading.run(one.load);
  await loading.run(failing);
  expect(loading.hasFailed).toBe(true);
  one.finish();
  await attempt;
  expect(loading.hasFailed).toBe(false);

  const old = slow();
  const stale = loading.run(old.load);
  loading.forget();
  await loading.run(failing);
  old.finish();
  await stale;
  expect(loading.hasFailed).toBe(true);
});

it('a second attempt that never ends counts as failed', async () => {
  const loading = new Loading(host);
  await loading.run(failing);
  host.requestUpdate.mockClear();
  void loading.run(hanging);
  expect(host.requestUpdate).not.toHaveBeenCalled();
  await vi.runAllTimersAsync();
  expect(host.requestUpdate).toHaveBeenCalledTimes(1);
  expect(loading.hasFailed).toBe(true);
});
