// SPDX-License-Identifier: MIT

const CONTROLS = 'a, button, label, summary, input:is([type="checkbox"], [type="radio"])';

const roots = new WeakSet<Node>();

/**
 * Completes clicks on controls that move between press and release. A press outside a number box ends the edit of the
 * number. Then an error message can appear, or a result can change. If this moves the pressed control away from the
 * pointer, browsers fire no click event on the control. So the listeners of this function click it.
 */
export function keepClicks(root: Document | ShadowRoot): void {
  if (roots.has(root)) return;
  roots.add(root);
  let control: HTMLElement | null = null;
  let box = new DOMRect();
  const onPress = ({ target, button }: MouseEvent) => {
    control = button === 0 ? (target as Element).closest<HTMLElement>(CONTROLS) : null;
    if (control) box = control.getBoundingClientRect();
  };
  const onRelease = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const isWithin = x >= box.left && x < box.right && y >= box.top && y < box.bottom;
    if (isWithin && control?.isConnected && !control.contains(target as Node)) control.click();
    control = null;
  };
  root.addEventListener('mousedown', onPress as EventListener, true);
  root.addEventListener('mouseup', onRelease as EventListener, true);
}
