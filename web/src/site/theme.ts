// SPDX-License-Identifier: MIT
import { keep, keptOption } from '../device/store.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const NAME = 'theme';

/** The theme that the reader has stored, or `system`. */
export const storedTheme = (): Theme => keptOption(NAME, THEMES) ?? 'system';

export function setTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme;
  // `theme-color` sets the colour of the browser's toolbar. There is one meta element for each theme. If the reader has
  // chosen a theme, only its element gets a media query that matches.
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const own = meta.dataset.theme;
    const ifChosen = own === theme ? 'all' : 'not all';
    meta.media = theme === 'system' ? `(prefers-color-scheme: ${own})` : ifChosen;
  }
  keep(NAME, theme);
}
