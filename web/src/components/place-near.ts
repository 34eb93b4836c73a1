// SPDX-License-Identifier: MIT

const GAP = 6;
const MARGIN = 8;

/** Whether the browser has popovers; Firefox does from 125 on. */
export const hasPopovers = (): boolean => 'popover' in HTMLElement.prototype;

/**
 * Puts an open popover below an element, or above it where only there is room, and within the window. The popover's
 * `position` is `absolute`, so that it scrolls with the page.
 * @param end  lines up their ends instead of their starts
 */
export function placeNear(popover: HTMLElement, anchor: Element, { end = false } = {}): void {
  const [first] = anchor.getClientRects();
  const { left, right, top, bottom } = first ?? anchor.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popover;
  const { clientWidth, clientHeight } = document.documentElement;
  const isFromRight = end !== (getComputedStyle(anchor).direction === 'rtl');
  const x = Math.min(isFromRight ? right - width : left, clientWidth - MARGIN - width);
  const isAbove = bottom + GAP + height > clientHeight && top - GAP - height >= 0;
  const y = isAbove ? top - GAP - height : bottom + GAP;
  popover.style.left = `${Math.max(MARGIN, x) + scrollX}px`;
  popover.style.top = `${y + scrollY}px`;
}

/** Opens a popover beside the element that it was asked for by. */
export function showNear(popover: HTMLElement, anchor: HTMLElement, options?: { end?: boolean }) {
  // TypeScript's own type does not have the option yet.
  const shown: { showPopover(options: { source: HTMLElement }): void } = popover;
  shown.showPopover({ source: anchor });
  placeNear(popover, anchor, options);
}
