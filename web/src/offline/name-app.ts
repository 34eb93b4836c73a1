// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';

/**
 * Points the page's <link rel="manifest"> to the web app manifest of `language`. There is one for each language,
 * because a manifest can contain the app's name in only one.
 */
export function nameApp(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const href = `./manifest.${language}.webmanifest`;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}
