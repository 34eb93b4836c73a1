// SPDX-License-Identifier: MIT
import type { Language } from '../i18n/languages.ts';

/**
 * Links the web app manifest of a language, because a manifest contains the name of the installed site in one language.
 */
export function nameApp(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');
  const href = `./manifest.${language}.webmanifest`;
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href);
}
