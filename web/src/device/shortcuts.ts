// SPDX-License-Identifier: MIT
// Single keys that do something where nobody is typing.
import { keep, kept } from './store.ts';

const NAME = 'shortcuts';

/** Fields that letters go into, or that letters choose from. */
const TYPING =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable]';

/** Whether a key press is one of these shortcuts. An open dialog has the keys to itself. */
export function isShortcut(event: KeyboardEvent, keys: readonly string[]): boolean {
  const { key, target } = event;
  if (!keys.includes(key.toLowerCase())) return false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target instanceof Element && target.closest(TYPING)) return false;
  return hasShortcuts() && document.querySelector('dialog[open]') === null;
}

/** Whether single keys do anything: speech input, for one, would press them by accident. */
export const hasShortcuts = (): boolean => kept(NAME) !== 'off';

/** Keeps for the next visit whether single keys do anything. */
export const storeShortcuts = (isOn: boolean): void => keep(NAME, isOn ? 'on' : 'off');
