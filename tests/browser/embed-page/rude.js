// SPDX-License-Identifier: MIT
// Counts the listed events at the document and prevents their default actions, as some frameworks
// do.

window.rude = {};
const NAMES = ['keydown', 'keypress', 'wheel', 'pointerdown', 'touchstart'];
for (const name of NAMES)
  document.addEventListener(
    name,
    (event) => {
      window.rude[name] = (window.rude[name] ?? 0) + 1;
      if (event.isTrusted) event.preventDefault();
    },
    { passive: false },
  );
// Stops the propagation of these events at the window from now on.
window.swallow = () => {
  for (const name of [...NAMES, 'pointermove', 'pointerup', 'mousedown', 'keyup'])
    addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
};
