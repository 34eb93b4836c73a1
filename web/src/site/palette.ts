// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';

export const PALETTES = ['usual', 'safe', 'contrast'] as const;
export type Palette = (typeof PALETTES)[number];

const NAME = 'palette';

/** The reader's stored palette; where none is stored, what the device asks for. */
export function startPalette(): Palette {
  const stored = kept(NAME);
  const asked = matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'usual';
  return PALETTES.find((palette) => palette === stored) ?? asked;
}

/** Shows a palette at once. */
export function showPalette(palette: Palette): void {
  document.documentElement.dataset.palette = palette;
}

/** Keeps a palette for the next visit. */
export const storePalette = (palette: Palette): void => keep(NAME, palette);
