// SPDX-License-Identifier: MIT

/** @typedef {import('playwright-core').Page} Page */

const STEPS = 200;

/**
 * Starts, in the page, the clock that runs from the first event of a frame to the moment after its
 * paint: a message sent from an animation frame arrives when that frame has been painted.
 * @param {string} event
 */
function startClock(event) {
  const times = /** @type {number[]} */ ([]);
  let running = false;
  const onEvent = () => {
    if (running) return;
    running = true;
    const start = performance.now();
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        times.push(performance.now() - start);
        running = false;
      };
      port2.postMessage(0);
    });
  };
  addEventListener(event, onEvent, true);
  Object.assign(globalThis, { times });
}

/** @param {Page} page @param {string} selector */
async function boxOf(page, selector) {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not on the page`);
  return box;
}

/**
 * Drags a control to and fro on a fresh page until so many events have been painted.
 * @param {Page} page
 * @param {string} url  of the site
 * @param {import('./controls.mjs').Control} control
 * @param {number} events
 * @returns {Promise<number[]>} milliseconds from each event to its paint
 */
export async function drag(page, url, control, events) {
  const { lesson, grip, across = grip, event, steps = STEPS } = control;
  await page.goto('about:blank');
  await page.goto(`${url}#/${lesson}`);
  await page.locator(across).first().scrollIntoViewIfNeeded();
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const [held, field] = [await boxOf(page, grip), await boxOf(page, across)];
  const y = held.y + held.height / 2;
  const x = (/** @type {number} */ step) =>
    field.x + field.width * (0.5 + 0.4 * Math.sin((2 * Math.PI * step) / steps));
  await page.evaluate(startClock, event);
  await page.mouse.move(held.x + held.width / 2, y);
  await page.mouse.down();
  // A step that leaves the control on the same value sends no event, so count what was measured.
  const count = () => page.evaluate(() => Reflect.get(globalThis, 'times').length);
  for (let step = 1; (await count()) < events; step++) {
    if (step > 50 * events) throw new Error(`${lesson}, ${control.name}: it does not move`);
    await page.mouse.move(x(step), y);
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
    );
  }
  await page.mouse.up();
  return page.evaluate(() => Reflect.get(globalThis, 'times'));
}
