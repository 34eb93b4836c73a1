// SPDX-License-Identifier: MIT

/** What a host must hear: it closes something, or goes on. What is open here closes first. */
const HOSTS = new Set(['Escape', 'Tab']);

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog[open]') !== null;

/**
 * Keeps a key press from the host: a slide show would turn over at each arrow that moves a slider here, as from the
 * outside it cannot tell what in an embed has the focus.
 */
export function keepKeys(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isHosts = (HOSTS.has(key) && !isInDialog(target)) || ctrlKey || metaKey || altKey;
  if (!isHosts) event.stopPropagation();
}
