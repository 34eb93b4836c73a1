// SPDX-License-Identifier: MIT
import { askedPalette, PALETTES, type Palette } from '../components/palettes.ts';
import { keep, kept } from '../device/store.ts';

const NAME = 'palette';

/** The reader's stored palette, or the one that the device prefers. */
export function startPalette(): Palette {
  const stored = kept(NAME);
  return PALETTES.find((palette) => palette === stored) ?? askedPalette();
}

/** Applies a palette. */
export function showPalette(palette: Palette): void {
  document.documentElement.dataset.palette = palette;
}

/** Stores a palette for the next visit. */
export const storePalette = (palette: Palette): void => keep(NAME, palette);
