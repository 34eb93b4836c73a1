// SPDX-License-Identifier: MIT
import type { Locator } from './locator.ts';

/** CSS pixels from the upper left corner of the viewport, or of the element if the point is within one. */
export type Point = { x: number; y: number };

/**
 * Scrolls an element into view and returns the point to press: its centre, or a point within it.
 * Waits while the element moves or is covered at that point.
 */
export function aim(target: Locator, at?: Point): Promise<Point> {
  return target.evaluate(async (element, offset) => {
    const frame = () => new Promise(requestAnimationFrame);
    const refuse = (why: string) => Object.assign(new Error(why), { name: 'NotReady' });
    const read = () => element.getBoundingClientRect();
    const isOutside = ({ left, top, right, bottom }: DOMRect) =>
      left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    if (isOutside(read()))
      element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    await frame();
    const before = read();
    await frame();
    // The site's scripts replace the built HTML when they start.
    if (!element.isConnected) throw refuse('the element has been replaced');
    const box = read();
    if (before.x !== box.x || before.y !== box.y) throw refuse('the element is moving');
    const x = box.x + (offset?.x ?? box.width / 2);
    const y = box.y + (offset?.y ?? box.height / 2);
    const hit = (element.getRootNode() as Document | ShadowRoot).elementFromPoint(x, y);
    const isHit =
      element.contains(hit) || (hit?.closest('label')?.control ?? undefined) === element;
    if (!isHit) {
      const over = hit
        ? `<${hit.localName} class="${hit.getAttribute('class') ?? ''}">`
        : 'nothing';
      throw refuse(`at (${x}, ${y}) the pointer meets ${over}, not <${element.localName}>`);
    }
    return { x, y };
  }, at);
}

export async function hover(target: Locator, at?: Point): Promise<void> {
  await target.tab.pointer([await aim(target, at)]);
}

export async function click(target: Locator, at?: Point): Promise<void> {
  await target.tab.pointer([await aim(target, at), 'down', 'up']);
}

const MOVES = 10;

/** Presses on the centre of `target`, moves the pointer by `by` pixels in equal steps, and releases it. */
export async function drag(target: Locator, by: Point): Promise<void> {
  const start = await aim(target);
  const between = Array.from({ length: MOVES }, (_, index) => {
    const part = (index + 1) / MOVES;
    return { x: start.x + part * by.x, y: start.y + part * by.y };
  });
  await target.tab.pointer([start, 'down', ...between, 'up']);
}
