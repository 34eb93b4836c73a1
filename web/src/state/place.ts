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

/** Parameters as a link carries them: commas are allowed in a hash, and lists read better with them. */
export const linkText = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2C', ',');

export function placeHash(lesson: string, params?: URLSearchParams): string {
  const query = params === undefined ? '' : linkText(params);
  return `#/${lesson}${query ? `?${query}` : ''}`;
}
