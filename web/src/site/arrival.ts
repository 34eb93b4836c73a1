// SPDX-License-Identifier: MIT
// The browser sets the focus and the scroll position before a lesson is rendered, so this module sets them again: after
// a link, the focus on the heading; after "back", "forward" or a reload, both as the reader left them.
import { READER_ACTS } from '../components/reader-acts.ts';
import { keep, kept } from '../device/store.ts';

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** Whether "back", "forward" or a reload led to this page. */
export const isReturn = navigation !== undefined && navigation.type !== 'navigate';

const NAME = `left ${location.pathname}`;

interface Left {
  readonly top: number;
  /** The index of the focused link among the links of the page; −1 if no link had the focus. */
  readonly link: number;
}

function leftAt(): Left | undefined {
  const text = isReturn ? kept(NAME, 'session') : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as Left);
}

/**
 * Stores the reader's position when they leave the page, for browsers that load the page again on "back". In a browser
 * without storage, the page scrolls to the reader's step instead.
 */
export function startVisit(): void {
  addEventListener('pagehide', () => {
    const link = [...document.links].indexOf(document.activeElement as HTMLAnchorElement);
    keep(NAME, JSON.stringify({ top: scrollY, link } satisfies Left), 'session');
  });
}

/** Moves the focus if no element has it. Waits a frame, to avoid a "ResizeObserver loop" error in `arrive`. */
function focusOn(element: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
  });
}

/**
 * Sets focus and scroll position when the page has its heading and is long enough, unless the reader acts before.
 * @param root  the URL of the site; links from its pages move the focus to the heading
 */
export function arrive(main: HTMLElement, root: string): void {
  const isLinked = !isReturn && document.referrer.startsWith(root);
  const left = leftAt();
  const end = () => {
    sizes.disconnect();
    headings.disconnect();
    for (const type of READER_ACTS) removeEventListener(type, end, { capture: true });
  };
  const place = () => {
    const heading = main.querySelector<HTMLElement>('h1:not(.outline *)');
    if (heading === null) return;
    heading.tabIndex = -1;
    if (isLinked) focusOn(heading);
    if (left !== undefined) {
      scrollTo({ top: left.top, behavior: 'instant' });
      if (Math.abs(scrollY - left.top) > 1) return;
      focusOn(document.links[left.link] ?? heading);
    }
    end();
  };
  const sizes = new ResizeObserver(place);
  sizes.observe(main);
  // A heading can appear without a change of the size of `main`. A restored scroll position depends only on the size.
  const headings = new MutationObserver(place);
  if (left === undefined) headings.observe(main, { childList: true, subtree: true });
  for (const type of READER_ACTS) addEventListener(type, end, { capture: true, passive: true });
}
