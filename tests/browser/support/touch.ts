// SPDX-License-Identifier: MIT
import type { Locator } from './locator.ts';

type Touch = [type: string, x: number, y: number, pointerId?: number];

/** Dispatches pointer events of type "touch"; x and y are CSS pixels from the element's upper left corner. */
export const touch = (element: Locator, ...events: Touch[]) =>
  element.evaluate((surface, list) => {
    // Synthetic events have no active pointer, so the real setPointerCapture would throw.
    surface.setPointerCapture = () => {};
    const { left, top } = surface.getBoundingClientRect();
    for (const [type, x, y, pointerId = 7] of list) {
      const isPlaceless = type === 'pointercancel' || type === 'lostpointercapture';
      const clientX = isPlaceless ? 0 : left + x;
      const clientY = isPlaceless ? 0 : top + y;
      surface.dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          pointerType: 'touch',
          pointerId,
          isPrimary: pointerId === 7,
          button: 0,
          clientX,
          clientY,
        }),
      );
    }
  }, events);
