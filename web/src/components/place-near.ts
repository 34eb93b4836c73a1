// SPDX-License-Identifier: MIT

const GAP = 6;
const MARGIN = 8;

/**
 * Places an open popover below `anchor`, or above it if there is space only above. Horizontally, the popover stays
 * inside the window. It has `position: absolute`, so it scrolls with the page.
 * @param end  aligns the inline end of the popover with that of `anchor`, instead of the inline start
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

export function showNear(popover: HTMLElement, anchor: HTMLElement, options?: { end?: boolean }) {
  // This type is needed because TypeScript's DOM types lack the option `source`.
  const shown: { showPopover(options: { source: HTMLElement }): void } = popover;
  shown.showPopover({ source: anchor });
  placeNear(popover, anchor, options);
}
