// SPDX-License-Identifier: MIT
import { beforeEach, expect, it, vi } from 'vitest';
import { isShortcut, storeShortcuts } from '../../web/src/device/shortcuts.ts';
import { withStore } from './support/store.ts';

class FakeElement {
  constructor(private readonly isField: boolean) {}
  closest = () => (this.isField ? this : null);
}

let dialog: object | null = null;
const press = (key: string, more: Partial<KeyboardEvent> = {}) =>
  isShortcut({ key, target: new FakeElement(false), ...more } as unknown as KeyboardEvent, ['/']);

beforeEach(() => {
  withStore();
  dialog = null;
  vi.stubGlobal('Element', FakeElement);
  vi.stubGlobal('document', { querySelector: () => dialog });
});

it('a key alone is a shortcut, until the reader turns shortcuts off', () => {
  expect(press('/')).toBe(true);
  expect(press('k')).toBe(false);
  storeShortcuts(false);
  expect(press('/')).toBe(false);
  storeShortcuts(true);
  expect(press('/')).toBe(true);
});

it.each([
  ['in a text field', { target: new FakeElement(true) as unknown as EventTarget }],
  ['that another listener has handled', { defaultPrevented: true }],
  ['with Ctrl', { ctrlKey: true }],
  ['with Meta', { metaKey: true }],
  ['with Alt', { altKey: true }],
])('a key %s is none', (_, more) => {
  expect(press('/', more)).toBe(false);
});

it('a key is none while a dialog is open', () => {
  dialog = {};
  expect(press('/')).toBe(false);
});
