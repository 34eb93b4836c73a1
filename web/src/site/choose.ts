// SPDX-License-Identifier: MIT
// The script of the site's root page. It redirects to the home page in the reader's language. Links of earlier versions
// of the site contain a page in the hash ("#/softmax?T=4") and are redirected to that page.
import { chooseLanguage } from '../i18n/choose-language.ts';
import { fragmentOf, pathOf } from '../state/address.ts';
import { readPlace } from '../state/place.ts';

const links = [...document.querySelectorAll<HTMLAnchorElement>('a[hreflang]')];
const language = chooseLanguage(links.map(({ hreflang }) => hreflang));
const pages = document.querySelector<HTMLElement>('[data-pages]')?.dataset.pages?.split(' ');
const { lesson = '', view, params } = readPlace(location.hash);
const path = pages?.includes(lesson)
  ? `${pathOf(lesson, view === 'verify' ? view : '')}${fragmentOf(params)}`
  : '';
location.replace(`./${language}/${path}`);
