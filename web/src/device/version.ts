// SPDX-License-Identifier: MIT

/** Matches the script element of the entry module in the HTML of a page. */
const START = /<script\b(?=[^>]*\btype="module")[^>]*\bsrc="([^"]+)"/;
/** Matches the name of a built file, without its content hash and extension. A hash has eight characters. */
const STEM = /[^/]*(?=-[\w-]{8}\.js$)/;

const stemOf = (address: string): string => STEM.exec(new URL(address).pathname)?.[0] ?? '';

/**
 * Whether the web server has a newer version of the site. Fetches the page again and compares its entry script: the
 * same name with another content hash means a new version. Another name does not count, because the response may come
 * from a captive portal.
 */
export async function hasNewVersion(): Promise<boolean> {
  const own = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
  if (own === undefined || stemOf(own) === '') return false;
  const page = location.href.replace(/#.*/s, '');
  try {
    const response = await fetch(page, { cache: 'no-store' });
    if (!response.ok) return false;
    const source = START.exec(await response.text())?.[1];
    const other = source && new URL(source, page).href;
    return other !== undefined && other !== own && stemOf(other) === stemOf(own);
  } catch {
    return false;
  }
}
