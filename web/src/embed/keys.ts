// SPDX-License-Identifier: MIT

/** What a host must hear wherever the focus is: it closes, or goes on. */
const HOSTS = new Set(['Escape', 'Tab']);

/**
 * Keeps a key press from the host: a slide show would turn over at each arrow that moves a slider here, as from the
 * outside it cannot tell what in an embed has the focus.
 */
export function keepKeys(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (!HOSTS.has(key) && !ctrlKey && !metaKey && !altKey) event.stopPropagation();
}
