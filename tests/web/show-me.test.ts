// SPDX-License-Identifier: MIT
// Tests the animation of "Show me" with displays of several frame rates.
import { afterEach, expect, test, vi } from 'vitest';
import type { Change } from '../../web/src/lessons/lesson.ts';
import { StateWalk } from '../../web/src/lessons/show-me.ts';
import { numberField } from '../../web/src/state/fields.ts';

const FIELD = numberField(0, { min: 0, max: 10 }, { integer: true });

/** All reports of an animation from x = 0 through `stops` on a display with frames of `frameMs`. */
function reports(frameMs: number, stops: readonly { x: number }[]) {
  const told: { x: number; how: Change }[] = [];
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('removeEventListener', () => {});
  vi.stubGlobal('requestAnimationFrame', (frame: FrameRequestCallback) => frames.push(frame));
  const walk = new StateWalk<{ x: number }>({
    fieldOf: () => FIELD,
    onState: ({ x = Number.NaN }, how) => told.push({ x, how }),
  });
  walk.start({ x: 0 }, stops);
  for (let now = 0; frames.length > 0; now += frameMs) frames.shift()?.(now);
  return told;
}

afterEach(() => void vi.unstubAllGlobals());

test.each([4, 16, 2000])('the first change adds the only history entry: frames of %d ms', (ms) => {
  const told = reports(ms, [{ x: 10 }]);
  expect(told[0]).toMatchObject({ how: 'jump' });
  expect(told[0]?.x).toBeGreaterThan(0);
  expect(told.slice(1).map(({ how }) => how)).not.toContain('jump');
  expect(told.at(-1)?.x).toBe(10);
  // Slow frames must not skip the way.
  expect(told.length).toBeGreaterThan(8);
});

test('a stop equal to the start adds no history entry', () => {
  const [first] = reports(16, [{ x: 0 }, { x: 10 }]);
  expect(first).toMatchObject({ how: 'jump' });
  expect(first?.x).toBeGreaterThan(0);
});
