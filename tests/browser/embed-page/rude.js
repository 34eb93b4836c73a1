// SPDX-License-Identifier: MIT
// As frameworks do: hears all events at the top, counts them, and stops what the browser would do.

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
// Worse: from now on they go no further.
window.swallow = () => {
  for (const name of [...NAMES, 'pointermove', 'pointerup', 'mousedown', 'keyup'])
    addEventListener(name, (event) => event.stopImmediatePropagation(), { capture: true });
};
