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
