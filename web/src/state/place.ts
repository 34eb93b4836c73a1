// SPDX-License-Identifier: MIT
// The hash of the address: "#/kernel-regression?v=1&query=57", "#/scaling/verify", or empty for the home page.

export interface Place {
  /** Undefined on the home page. */
  readonly lesson: string | undefined;
  /** The view of the lesson; empty for the course. */
  readonly view: string;
  readonly params: URLSearchParams;
}

/** Reads a hash. An unknown lesson name is kept for the error message. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split(/\?(.*)/s, 2);
  const [lesson = '', view = ''] = path
    .replace(/\/+$/, '')
    .toLowerCase()
    .split(/\/(.*)/s, 2);
  return { lesson: lesson || undefined, view, params: new URLSearchParams(query) };
}

/** Formats parameters for a hash. Commas are not escaped, because lists are easier to read with them. */
export const linkText = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2C', ',');

export function placeHash(lesson: string, params?: URLSearchParams, view = ''): string {
  const query = params === undefined ? '' : linkText(params);
  return `#/${lesson}${view && `/${view}`}${query ? `?${query}` : ''}`;
}
