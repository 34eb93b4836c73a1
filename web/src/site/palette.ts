// SPDX-License-Identifier: MIT
import { askedPalette, PALETTES, type Palette } from '../components/palettes.ts';
import { keep, kept } from '../device/store.ts';

const NAME = 'palette';

/** The palette that the reader has stored, or else the one that matches the device's contrast setting. */
export function startPalette(): Palette {
  const stored = kept(NAME);
  return PALETTES.find((palette) => palette === stored) ?? askedPalette();
}

export function showPalette(palette: Palette): void {
  document.documentElement.dataset.palette = palette;
}

export const storePalette = (palette: Palette): void => keep(NAME, palette);
