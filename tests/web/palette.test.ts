// SPDX-License-Identifier: MIT
// Tests which palette a page starts with.
import { afterEach, expect, it, vi } from 'vitest';
import { keep } from '../../web/src/device/store.ts';
import { startPalette, storePalette } from '../../web/src/site/palette.ts';

const stored = new Map<string, string>();

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

function onDevice(prefersContrast: boolean): void {
  vi.stubGlobal('matchMedia', () => ({ matches: prefersContrast }));
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  });
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
