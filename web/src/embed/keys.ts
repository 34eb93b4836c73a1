// SPDX-License-Identifier: MIT

/** Keys that the host page also receives, unless they are pressed in an open dialog of the lesson. */
const HOSTS = new Set(['Escape', 'Tab']);

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog[open]') !== null;

/**
 * Stops the propagation of a key press from the lesson to the host page. Otherwise, an arrow key that moves a slider
 * would also change the slide of a slide show. A slide show usually ignores keys in inputs, but cannot detect an input
 * here, because events from a shadow root are retargeted.
 */
export function keepKeys(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isHosts = (HOSTS.has(key) && !isInDialog(target)) || ctrlKey || metaKey || altKey;
  if (!isHosts) event.stopPropagation();
}
