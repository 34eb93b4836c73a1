// SPDX-License-Identifier: MIT

/** The names of the palettes. `usual` is defined in base.css, the others in palettes.css. */
export const PALETTES = ['usual', 'safe', 'contrast'] as const;
export type Palette = (typeof PALETTES)[number];

export const askedPalette = (): Palette =>
  matchMedia('(prefers-contrast: more)').matches ? 'contrast' : 'usual';
