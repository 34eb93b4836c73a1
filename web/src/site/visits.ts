// SPDX-License-Identifier: MIT
// The site changes its pages within one document, so it does what browsers do between documents: a new page begins at
// its top, and "back" and "forward" return to where the reader left a page.
import { READER_ACTS } from '../components/reader-acts.ts';

/** Where the reader left an entry of the browser's history. */
interface Departure {
  /** The scroll position of the window, in CSS pixels. */
  readonly top: number;
  /** The link that had the focus, and its index among the page's links to the same address. */
  readonly link: { readonly href: string; readonly index: number } | undefined;
}

const departures = new Map<string, Departure>();
let entries = 0;
/** The id of the current entry. The history stores it as the entry's state, where it outlives a reload. */
let current = nextId();

// A reload keeps the entries of the history, so the ids must also differ between loads.
function nextId(): string {
  entries += 1;
  return `${performance.timeOrigin}-${entries}`;
}

const linksTo = (href: string) => [
  ...document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`),
];

function depart(): void {
  const focused = document.activeElement as HTMLElement | null;
  const href = focused?.getAttribute('href');
  const link = focused && href ? { href, index: linksTo(href).indexOf(focused) } : undefined;
  departures.set(current, { top: scrollY, link });
}

export function pushEntry(url: string): void {
  const id = nextId();
  history.pushState(id, '', url);
  depart();
  current = id;
}

export const replaceEntry = (url: string): void => history.replaceState(current, '', url);

/** Names the entry at which the site starts, and stops the browser from scrolling before a page is rendered. */
export function startVisits(): void {
  history.scrollRestoration = 'manual';
  replaceEntry(location.href);
}

/**
 * Must be called when the browser has changed to another entry.
 * @returns where the reader left this entry; undefined if it is new, or older than the last reload
 */
export function arrive(): Departure | undefined {
  depart();
  const { state } = history;
  // A link to the current address keeps the entry. Its reader asks for the top of the page.
  const departure = state === current ? undefined : departures.get(state);
  current = departure ? state : nextId();
  try {
    if (!departure) replaceEntry(location.href);
  } catch {
    // Browsers limit the rate of history changes. An entry without an id counts as new when the reader returns to it.
  }
  return departure;
}

/**
 * Shows a page at its top with the focus on its heading, or where the reader left it with the focus on the link that
 * they followed. The page may still be loading, so this goes on until it has a heading and is long enough, or until the
 * reader acts.
 */
export class Arrival {
  readonly #observer = new ResizeObserver(() => this.#settle());
  #departure: Departure | undefined;

  constructor(private readonly root: HTMLElement) {}

  /** @param departure  where the reader left the page; undefined for the page's top */
  begin(departure: Departure | undefined): void {
    this.end();
    this.#departure = departure;
    if (!departure) scrollTo({ top: 0, behavior: 'instant' });
    for (const type of READER_ACTS)
      addEventListener(type, this.end, { capture: true, passive: true });
    const main = this.root.querySelector('main');
    if (main) this.#observer.observe(main);
  }

  readonly end = (): void => {
    this.#observer.disconnect();
    for (const type of READER_ACTS) removeEventListener(type, this.end, { capture: true });
  };

  #settle(): void {
    const heading = this.root.querySelector<HTMLElement>('main h1');
    if (heading === null) return;
    const { top = 0, link } = this.#departure ?? {};
    // The page may have moved the focus to one of its parts meanwhile.
    if (document.activeElement?.localName === 'main') {
      heading.tabIndex = -1;
      const followed = link && linksTo(link.href)[link.index];
      (followed ?? heading).focus({ preventScroll: true });
    }
    scrollTo({ top, behavior: 'instant' });
    if (Math.abs(scrollY - top) <= 1) this.end();
  }
}
