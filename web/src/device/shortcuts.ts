// SPDX-License-Identifier: MIT
// Keyboard shortcuts that consist of a single key. They apply only while no text field has the focus.
import { keep, kept } from './store.ts';

export const SEARCH_KEYS = ['/'] as const;
export const GLOSSARY_KEYS = ['g', '?'] as const;
export const PROJECTOR_KEYS = ['p'] as const;

const NAME = 'shortcuts';

/** Matches elements in which letter keys enter text or select an option. */
const TYPING =
  'input:not([type="range"], [type="radio"], [type="checkbox"]), select, textarea, [contenteditable]';

/**
 * Whether a key press is one of the shortcuts in `keys`. False in text fields, while a dialog is open, with Ctrl, Alt
 * or Meta, and if the reader has turned shortcuts off.
 */
export function isShortcut(event: KeyboardEvent, keys: readonly string[]): boolean {
  const { key, target } = event;
  if (!keys.includes(key.toLowerCase())) return false;
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (target instanceof Element && target.closest(TYPING)) return false;
  return hasShortcuts() && document.querySelector('dialog[open]') === null;
}

/** Whether shortcuts are on. Speech input can trigger them by accident, so readers can turn them off (WCAG 2.1.4). */
export const hasShortcuts = (): boolean => kept(NAME) !== 'off';

export const storeShortcuts = (isOn: boolean): void => keep(NAME, isOn ? 'on' : 'off');
