// SPDX-License-Identifier: MIT
import { askedPalette, PALETTES, type Palette } from '../components/palettes.ts';
import { keep, keptOption } from '../device/store.ts';

const NAME = 'palette';

/** The palette that the reader has stored, or else the one that matches the device's contrast setting. */
export const startPalette = (): Palette => keptOption(NAME, PALETTES) ?? askedPalette();

export function showPalette(palette: Palette): void {
  document.documentElement.dataset.palette = palette;
}

export const storePalette = (palette: Palette): void => keep(NAME, palette);
