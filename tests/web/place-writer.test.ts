// SPDX-License-Identifier: MIT
import { beforeEach, expect, it, vi } from 'vitest';
import { PlaceWriter } from '../../web/src/site/place-writer.ts';

const MOST = 100;
const WITHIN_MS = 10_000;

/** A fake `history` that throws, like WebKit's, after 100 calls within ten seconds. */
function strictHistory() {
  let calls: number[] = [];
  const entries = [''];
  const admit = () => {
    calls = calls.filter((at) => Date.now() - at < WITHIN_MS);
    if (calls.length >= MOST) throw new DOMException('too many calls', 'SecurityError');
    calls.push(Date.now());
  };
  return {
    entries,
    pushState: (_state: unknown, _title: string, hash: string) => {
      admit();
      entries.push(hash);
    },
    replaceState: (_state: unknown, _title: string, hash: string) => {
      admit();
      entries[entries.length - 1] = hash;
    },
  };
}

let history: ReturnType<typeof strictHistory>;

beforeEach(() => {
  vi.useFakeTimers();
  history = strictHistory();
  vi.stubGlobal('history', history);
  vi.stubGlobal('location', {
    get href() {
      return new URL(history.entries.at(-1) ?? '', 'https://example.org/en/a/').href;
    },
  });
});

it('steps of a drag are written once, at the end', () => {
  const writer = new PlaceWriter();
  for (const hash of ['#?x=1', '#?x=2', '#?x=3']) writer.replace(hash);
  expect(history.entries).toEqual(['']);
  vi.runAllTimers();
  expect(history.entries).toEqual(['#?x=3']);
});

it('a jump is a new history entry, unless the address is the same', () => {
  const writer = new PlaceWriter();
  writer.replace('#?x=1');
  writer.push('#?x=2');
  writer.push('#?x=2');
  expect(history.entries).toEqual(['#?x=1', '#?x=2']);
});

it('entries that the browser rejects are written later; the last one becomes a new entry', () => {
  const writer = new PlaceWriter();
  for (let x = 0; x < MOST + 50; x++) writer.push(`#?x=${x}`);
  expect(history.entries.at(-1)).toBe(`#?x=${MOST - 1}`);
  writer.replace('#?x=0.5');
  vi.advanceTimersByTime(WITHIN_MS + 1000);
  expect(history.entries).toHaveLength(MOST + 2);
  expect(history.entries.at(-1)).toBe('#?x=0.5');
  expect(vi.getTimerCount()).toBe(0);
});

it('a jump back to the current address cancels a rejected one', () => {
  const writer = new PlaceWriter();
  for (let x = 0; x <= MOST; x++) writer.push(`#?x=${x}`);
  writer.push(`#?x=${MOST - 1}`);
  vi.advanceTimersByTime(WITHIN_MS + 1000);
  expect(history.entries.at(-1)).toBe(`#?x=${MOST - 1}`);
});

it('a place that was left is not written', () => {
  const writer = new PlaceWriter();
  for (let x = 0; x <= MOST; x++) writer.push(`#?x=${x}`);
  writer.cancel();
  vi.advanceTimersByTime(2 * WITHIN_MS);
  expect(history.entries.at(-1)).toBe(`#?x=${MOST - 1}`);
});
