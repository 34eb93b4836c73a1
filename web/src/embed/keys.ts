// SPDX-License-Identifier: MIT

/**
 * Keys that the host page may use to close a dialog or to move the focus. The lesson passes them on, except while it
 * has an open dialog of its own.
 */
const HOSTS = new Set(['Escape', 'Tab']);

const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('dialog[open]') !== null;

/**
 * Stops the propagation of a key press from the lesson to the host page. Otherwise, an arrow key that moves a slider
 * would also change the slide if the host page is a slide show. Such a page cannot see that a control has the focus,
 * because events from a shadow root are retargeted.
 */
export function keepKeys(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isHosts = (HOSTS.has(key) && !isInDialog(target)) || ctrlKey || metaKey || altKey;
  if (!isHosts) event.stopPropagation();
}
