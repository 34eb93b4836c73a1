// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { type Point, PointerDrag } from '../../web/src/components/pointer-drag.ts';

it.each([0.5, 2])('a drag begins after 3 px of the window in a figure of scale %s', (scale) => {
  const surface = Object.assign(new EventTarget(), {
    setPointerCapture: () => {},
    ownerDocument: new EventTarget(),
  });
  const event = (type: string, clientX: number) =>
    Object.assign(new Event(type), {
      pointerId: 1,
      clientX,
      clientY: 0,
    }) as unknown as PointerEvent;
  const moves: [Point, boolean][] = [];
  new PointerDrag(event('pointerdown', 10), surface as unknown as Element, {
    locate: ({ clientX }) => [clientX / scale, 0],
    mayScroll: false,
    move: (at, final) => moves.push([at, final]),
    restore: () => {},
    ended: () => {},
  });
  surface.dispatchEvent(event('pointermove', 13));
  expect(moves).toEqual([]);
  surface.dispatchEvent(event('pointermove', 14));
  surface.dispatchEvent(event('pointerup', 12));
  expect(moves).toEqual([
    [[14 / scale, 0], false],
    [[12 / scale, 0], true],
  ]);
});
