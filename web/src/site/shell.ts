// SPDX-License-Identifier: MIT
// The first script of the page, a classic script. It shows the outline of the current page in the reader's language and
// colours, and preloads the page's files. A static web server can do neither, because the page is named in the hash of
// the URL, which browsers do not send.
import { kept } from '../device/store.ts';
import { chooseLanguage } from '../i18n/choose-language.ts';
import { readPlace } from '../state/place.ts';
import { type Ahead, linksAhead } from './links-ahead.ts';
import { showPalette, startPalette } from './palette.ts';
import { showCurrent } from './show-current.ts';
import { setTheme, storedTheme } from './theme.ts';

/** The files to preload. The build inserts them (web/build/shell.ts). */
declare const __AHEAD__: Ahead;

const { documentElement: page, currentScript } = document;
const ahead = import.meta.env.PROD ? __AHEAD__ : undefined;
const templates = () => [...document.querySelectorAll<HTMLTemplateElement>('template[lang]')];
const language = chooseLanguage(ahead?.languages ?? templates().map(({ lang }) => lang));
const { lesson = '', view } = readPlace(location.hash);

page.lang = language;
setTheme(storedTheme());
showPalette(startPalette());
if (ahead && currentScript instanceof HTMLScriptElement)
  document.head.append(...linksAhead(ahead, currentScript.src, lesson, language));

function showOutline(): void {
  const parts = templates().find(({ lang }) => lang === language);
  const shell = parts?.content.cloneNode(true) as DocumentFragment | undefined;
  const main = shell?.querySelector('main');
  if (!parts || !shell || !main) return;
  page.dir = parts.dir;
  const selector = `template[data-place="${CSS.escape(lesson)}"]`;
  const outline = view ? null : shell.querySelector<HTMLTemplateElement>(selector);
  if (outline) main.append(outline.content);
  // The outline shows lesson cards without progress. With progress they have other heights, so the list is removed to
  // avoid a layout shift.
  if (kept('progress')) main.querySelector('.hero ~ section')?.remove();
  shell
    .querySelector(lesson ? `[href="#/${CSS.escape(lesson)}"]` : '.brand')
    ?.setAttribute('aria-current', 'page');
  if (lesson) shell.querySelector('.brand')?.removeAttribute('aria-current');
  document.body.append(shell.querySelector('al-shell') ?? '');
  showCurrent(document);
}

// The script is at the end of the head, and the templates are in the body. So the outline is shown only when the body
// has been parsed.
if (document.readyState === 'loading')
  document.addEventListener('readystatechange', showOutline, { once: true });
else showOutline();
