// SPDX-License-Identifier: MIT

/**
 * The kinds of controls. A `handle` is a part of a figure that can be dragged.
 * @typedef {'slider' | 'handle'} Kind
 * @typedef {{kind: Kind, name: string}} Found
 * @typedef {{x: number, y: number, width: number, height: number}} Box
 *
 * @typedef {object} InPage
 * @property {() => Found[]} list  all controls that are visible
 * @property {(control: Found) => {grip: Box, field: Box}} boxes  scrolls to the control and returns two boxes: the
 *   mouse button is pressed in `grip`, and the mouse is dragged within `field`
 * @property {() => void} start  starts to record the times of changes
 * @property {number[]} times  milliseconds from each event that changed something to the moment after its paint
 */

/** Runs in the page and sets `globalThis.bench` to an `InPage`. */
export function install() {
  /** @param {Kind} kind @param {string} selector @param {(element: any, index: number) => string} nameOf */
  const all = (kind, selector, nameOf) =>
    [...document.querySelectorAll(selector)]
      .filter((element) => element.getClientRects().length > 0)
      .map((element, i) => ({ kind, name: nameOf(element, i), element }));
  const controls = () => [
    ...all('slider', '.scene-step.present .slider-range:enabled', ({ labels }) =>
      labels[0].textContent.trim().replace(/\s+/g, ' '),
    ),
    ...all('handle', '.scene-stage .hand:not(.fixed)', (_, i) => `handle ${i + 1}`),
  ];

  /** @param {Found} wanted */
  const find = ({ kind, name }) => {
    const found = controls().find((one) => one.kind === kind && one.name === name);
    if (!found) throw new Error(`${kind} ${name} is not on the page`);
    return found.element;
  };

  /** @param {Element} element @returns {Box} */
  const boxOf = (element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return { x, y, width, height };
  };

  const start = () => {
    const lesson = document.querySelector('al-scenes');
    const now = () => Reflect.get(lesson ?? {}, 'props').state;
    let before = now();
    let isRunning = false;
    const onEvent = () => {
      if (isRunning) return;
      isRunning = true;
      const began = performance.now();
      requestAnimationFrame(() => {
        // A message that is posted in an animation frame arrives after that frame has been painted.
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const took = performance.now() - began;
          const changed = now();
          if (changed !== before) bench.times.push(took);
          before = changed;
          isRunning = false;
        };
        port2.postMessage(0);
      });
    };
    for (const type of ['pointermove', 'input']) addEventListener(type, onEvent, true);
  };

  /** @type {InPage} */
  const bench = {
    list: () => controls().map(({ kind, name }) => ({ kind, name })),
    boxes: (control) => {
      const element = find(control);
      const grip = element.querySelector('.grip') ?? element;
      const { y, height } = boxOf(grip);
      if (y < 0 || y + height > innerHeight) grip.scrollIntoView({ block: 'center' });
      return { grip: boxOf(grip), field: boxOf(element.closest('svg') ?? element) };
    },
    start,
    times: [],
  };
  Object.assign(globalThis, { bench });
}
