// SPDX-License-Identifier: MIT
// A lesson is drawn after the browser has placed the focus and the window. So this is done again when it is drawn: the
// page of a link begins at its heading, and "back", "forward" and a reload return to where the reader left the page.
import { READER_ACTS } from '../components/reader-acts.ts';
import { keep, kept } from '../device/store.ts';

const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];

/** Whether "back", "forward" or a reload led to this page, so that the reader has seen it before. */
export const isReturn = navigation !== undefined && navigation.type !== 'navigate';

const NAME = `left ${location.pathname}`;

interface Left {
  readonly top: number;
  /** The position of the link that had the focus among the page's links; −1 if there is none. */
  readonly link: number;
}

function leftAt(): Left | undefined {
  const text = isReturn ? kept(NAME, 'session') : undefined;
  return text === undefined ? undefined : (JSON.parse(text) as Left);
}

/**
 * Stores where the reader leaves the page, for browsers that load it again on "back". A browser without storage shows
 * the page at the reader's step instead.
 */
export function startVisit(): void {
  addEventListener('pagehide', () => {
    const link = [...document.links].indexOf(document.activeElement as HTMLAnchorElement);
    keep(NAME, JSON.stringify({ top: scrollY, link } satisfies Left), 'session');
  });
}

/** Moves the focus in the next frame, because what it changes could cause a "ResizeObserver loop" error. */
function focusOn(element: HTMLElement): void {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
  });
}

/**
 * Places the focus and the window as soon as the page has its heading and is long enough, unless the reader acts before.
 * @param root  the folder of the site: links from its pages move the focus to the heading
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
  // The heading can come without a change of the page's size. A return waits for the size.
  const headings = new MutationObserver(place);
  if (left === undefined) headings.observe(main, { childList: true, subtree: true });
  for (const type of READER_ACTS) addEventListener(type, end, { capture: true, passive: true });
}
