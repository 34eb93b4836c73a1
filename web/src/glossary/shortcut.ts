// SPDX-License-Identifier: MIT

const STORAGE_KEY = 'attention-lab.shortcuts';

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
export function hasShortcuts(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== 'off';
  } catch {
    return true;
  }
}

/** Keeps for the next visit whether single keys do anything. */
export function storeShortcuts(isOn: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, isOn ? 'on' : 'off');
  } catch {
    // Without a store the shortcuts stay.
  }
}
