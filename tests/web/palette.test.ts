// SPDX-License-Identifier: MIT
import { expect, it, vi } from 'vitest';
import { keep } from '../../web/src/device/store.ts';
import { startPalette, storePalette } from '../../web/src/site/palette.ts';
import { withStore } from './support/store.ts';

function onDevice(prefersContrast: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersContrast }));
  withStore();
}

it.each([
  [false, 'usual'],
  [true, 'contrast'],
])('without a stored palette, if the device asks for contrast (%s), it is %s', (asks, palette) => {
  onDevice(asks);
  expect(startPalette()).toBe(palette);
  keep('palette', 'sepia');
  expect(startPalette()).toBe(palette);
});

it('a stored palette takes precedence', () => {
  onDevice(true);
  for (const palette of ['usual', 'safe', 'contrast'] as const) {
    storePalette(palette);
    expect(startPalette()).toBe(palette);
  }
});
