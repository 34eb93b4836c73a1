// SPDX-License-Identifier: MIT
import { keep, kept } from '../device/store.ts';

const NAME = 'shortcuts';

/** The keys that open the glossary where nobody is typing. */
export const SHORTCUTS = ['g', '?'] as const;

/** Fields that letters go into, or that letters choose from. */
const TYPING =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable]';

/** Whether a key press asks for the glossary. */
export function asksForGlossary(event: KeyboardEvent): boolean {
  const { key, target } = event;
  if (!SHORTCUTS.some((shortcut) => shortcut === key.toLowerCase())) return false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return !(target instanceof Element && target.closest(TYPING)) && hasShortcuts();
}

/** Whether single keys do anything: speech input, for one, would press them by accident. */
export const hasShortcuts = (): boolean => kept(NAME) !== 'off';

/** Keeps for the next visit whether single keys do anything. */
export const storeShortcuts = (isOn: boolean): void => keep(NAME, isOn ? 'on' : 'off');
