// SPDX-License-Identifier: MIT
// Reads and writes the URL's hash: "#/kernel-regression?query=57", "#/scaling/verify", or empty for the home page.

export interface Place {
  /** The id of the lesson or other page. Undefined on the home page. */
  readonly lesson: string | undefined;
  /** The view of the lesson, such as `verify`. Empty for the lesson itself. */
  readonly view: string;
  readonly params: URLSearchParams;
}

/** Maximum number of times that a link can have been escaped as a whole. */
export const MOST_ESCAPES = 3;

const PUNCTUATION = /[\s.,;:!?)\]}>'"*_`…。，、；：！？）》】」』”’]/u;

/** Removes punctuation at the end, which programs that detect links in a text may include in the link. */
export function withoutPunctuation(text: string): string {
  let end = text.length;
  while (end > 0 && PUNCTUATION.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

/** Decodes a path in which "#", "/" or other characters are escaped. */
function unescaped(path: string): string {
  let text = path;
  try {
    for (let i = 0; i < MOST_ESCAPES; i++) text = decodeURIComponent(text);
  } catch {
    // `text` contains a "%" that begins no valid escape sequence, so it is fully decoded.
  }
  return text;
}

/** Parses parameters. They can also be separated by "&amp;", as in HTML, or by ";", as in old forms. */
export const searchParams = (text: string): URLSearchParams =>
  new URLSearchParams(text.replace(/[&;](?:(?:amp|#0*38|#x0*26);)*(?=\w+=)/gi, '&'));

/** Parses a hash. Keeps the name of an unknown lesson, because the error message shows it. */
export function readPlace(hash: string): Place {
  const [path = '', query = ''] = hash.split(/(?:\?|%(?:25)*3F)(.*)/is, 2);
  const plain = withoutPunctuation(unescaped(path).replace(/^[#/]+/, ''));
  const [lesson = '', view = ''] = (/^[\w/-]*$/.test(plain) ? plain : path.replace(/^#\/?/, ''))
    .replace(/\/+$/, '')
    .toLowerCase()
    .split(/\/(.*)/s, 2);
  return { lesson: lesson || undefined, view, params: searchParams(query) };
}

/** Formats parameters for a hash. Commas stay unescaped, because lists of numbers are then easier to read. */
export const linkText = (params: URLSearchParams): string =>
  params.toString().replaceAll('%2C', ',');

export function placeHash(lesson: string, params?: URLSearchParams, view = ''): string {
  const query = params === undefined ? '' : linkText(params);
  return `#/${lesson}${view && `/${view}`}${query ? `?${query}` : ''}`;
}
