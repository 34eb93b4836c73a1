// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'theme';

/** The reader's stored theme; `system` where none is stored. */
export function storedTheme(): Theme {
  const stored = kept(NAME);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Shows a theme at once and keeps it for the next visit. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // The window's own bar follows a chosen theme as it follows the system's.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    const ifChosen = own === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : ifChosen;
  }
  keep(NAME, theme);
}
