// SPDX-License-Identifier: MIT

/** The palettes by name: the one of base.css, and those of palettes.css. */
export const PALETTES = ['usual', 'safe', 'contrast'] as const;
export type Palette = (typeof PALETTES)[number];

/** The palette that the device asks for. */
export const askedPalette = (): Palette =>
  matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'usual';
