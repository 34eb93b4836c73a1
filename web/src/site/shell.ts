// SPDX-License-Identifier: MIT
// The first script of a page, a classic script. It shows the page in the reader's colours and preloads the engine's
// build for this browser.
import { type Ahead, linksAhead } from './links-ahead.ts';
import { showPalette, startPalette } from './palette.ts';
import { setTheme, storedTheme } from './theme.ts';

/** The engine's files. The build inserts them (web/build/shell.ts). */
declare const __AHEAD__: Ahead;

const { currentScript, documentElement } = document;

setTheme(storedTheme());
showPalette(startPalette());
if (import.meta.env.PROD && currentScript instanceof HTMLScriptElement)
  document.head.append(
    ...linksAhead(__AHEAD__, currentScript.src, documentElement.hasAttribute('data-trains')),
  );
