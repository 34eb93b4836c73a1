// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'theme';

/** The reader's stored theme, or `system`. */
export function storedTheme(): Theme {
  const stored = kept(NAME);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

/** Applies a theme and stores it for the next visit. */
export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // The browser's toolbar follows the chosen theme too.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    const ifChosen = own === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : ifChosen;
  }
  keep(NAME, theme);
}
