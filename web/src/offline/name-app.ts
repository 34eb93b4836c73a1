// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';

/** Offers the site for installation under its name in a language. */
export function nameApp(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const href = `./manifest.${language}.webmanifest`;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}
