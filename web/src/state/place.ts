// SPDX-License-Identifier: MIT
// Reads and writes the hash of the page's URL: "#/kernel-regression?v=1&query=57", "#/scaling/verify", or empty for the
// home page.

export interface Place {
  /** The id of the lesson or other page. Undefined on the home page. */
  readonly lesson: string | undefined;
  /** The view of the lesson, such as `verify`. Empty for the first view (the course). */
  readonly view: string;
  readonly params: URLSearchParams;
}

/** Parses a hash. Keeps the name of an unknown lesson, because the error message shows it. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const [lesson = '', view = ''] = path
    .replace(/\/+$/, '')
    .toLowerCase()
    .split(/\/(.*)/s, 2);
  return { lesson: lesson || undefined, view, params: new URLSearchParams(query) };
}

/** Formats parameters for a hash. Commas stay unescaped, because lists of numbers are then easier to read. */
export const linkText = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2C', ',');

export function placeHash(lesson: string, params?: URLSearchParams, view = ''): string {
  const query = params === undefined ? '' : linkText(params);
  return `#/${lesson}${view && `/${view}`}${query ? `?${query}` : ''}`;
}
