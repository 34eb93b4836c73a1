// SPDX-License-Identifier: MIT
// The URLs of the site's pages: "en/", "en/softmax/", "en/softmax/verify/". The state of a lesson is in the fragment
// ("#?T=4"), which browsers do not send to the server.
import type { Language } from '../i18n/languages.ts';
import { linkText, placeHash } from './place.ts';

/** Placeholder for the URL of the home page. The build inserts the real URL into each page (web/build/pages.ts). */
export const HOME_MARK = 'al-home:';

/**
 * The fragment with the parameters of a state: "#temperature?T=4". The step (`scene`) comes first, so that a browser
 * without scripts scrolls to it. Empty if there are no parameters.
 */
export const fragmentOf = (params: URLSearchParams = new URLSearchParams()): string => {
  const { scene = '', ...others } = Object.fromEntries(params);
  const text = linkText(new URLSearchParams(others));
  return scene || text ? `#${scene}${text && `?${text}`}` : '';
};

/** Matches a fragment: a step, or a path as in old links, then parameters. Programs may have changed the "?". */
const FRAGMENT = /^#(?:\/[\w/-]*|([\w-]*))(?:(?:[?&;](?:amp;)*|%(?:25)*(?:3F|26))(.*))?$/is;

export function paramsIn(hash: string): string {
  // A link typed by hand, such as "#seed=7".
  if (/^#\w+=/.test(hash)) return hash.slice(1);
  const [, scene = '', text = ''] = FRAGMENT.exec(hash) ?? [];
  return [scene && `scene=${scene}`, text].filter((part) => part !== '').join('&');
}

/** The path of a page below the folder of its language. It is empty for the home page. */
export const pathOf = (lesson = '', view = ''): string =>
  [lesson, view].flatMap((part) => (part ? `${part}/` : [])).join('');

/** The path from a page to the folder of its language. */
export const homeFrom = (path: string): string => '../'.repeat(path.split('/').length - 1) || './';

const homeOfPage = (): string | undefined =>
  globalThis.document ? document.documentElement.dataset.home : HOME_MARK;

/** The URL of a page in the current language, relative to this page. In a file with the whole course, it is a hash. */
export function pageAddress(lesson?: string, params?: URLSearchParams, view = ''): string {
  const home = homeOfPage();
  if (home === undefined) return placeHash(lesson ?? '', params, view);
  return `${home}${pathOf(lesson, view)}${fragmentOf(params)}`;
}

export const siteRoot = (): string =>
  new URL(`${document.documentElement.dataset.home}../`, location.href).href;

/** The URL of a page in another language, relative to the current page. */
export const addressIn = (language: Language, lesson?: string, view = ''): string =>
  `${homeOfPage() ?? HOME_MARK}../${language}/${pathOf(lesson, view)}`;
