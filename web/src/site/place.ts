// SPDX-License-Identifier: MIT
// A place in the site is its hash: "#/kernel-regression?v=1&query=57", or nothing for the home page.

export interface Place {
  /** Undefined on the home page. */
  readonly lesson: string | undefined;
  readonly params: URLSearchParams;
}

/** Reads a hash; a name that is no lesson's is kept, so that the page can say so. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const lesson = path.replace(/\/+$/, '').toLowerCase() || undefined;
  return { lesson, params: new URLSearchParams(query) };
}

/** Commas and slashes are allowed in a hash, and lists read better with them. */
export function placeHash(lesson: string, params?: URLSearchParams): string {
  const query = params?.toString().replaceAll('%2C', ',') ?? '';
  return `#/${lesson}${query ? `?${query}` : ''}`;
}

const SETTLE_MS = 200;

/**
 * Writes the present place to the address. Browsers limit how often that may happen, so the steps of
 * a drag are written once it settles; a jump is a new entry, which "back" undoes.
 */
export class PlaceWriter {
  private pending: string | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  readonly flush = (): void => {
    clearTimeout(this.timer);
    if (this.pending !== undefined) history.replaceState(null, '', this.pending);
    this.pending = undefined;
  };

  replace(hash: string): void {
    this.pending = hash;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.flush, SETTLE_MS);
  }

  push(hash: string): void {
    this.flush();
    if (hash !== location.hash) history.pushState(null, '', hash);
  }

  /** Forgets what is not yet written: the reader has gone elsewhere. */
  cancel(): void {
    clearTimeout(this.timer);
    this.pending = undefined;
  }
}
