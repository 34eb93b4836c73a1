// SPDX-License-Identifier: MIT
import { open } from './open.mjs';

/** The number of pointer moves in one oscillation over the control. */
const STEPS = 60;
/** The amplitude of the oscillation, as a share of the control's width or height. */
const REACH = 0.4;
const MOST_TURNS = 4;

/**
 * Drags a control back and forth on a newly loaded page until `events` input events have changed something, or
 * MOST_TURNS times. A control with few values changes less often, so the result can be shorter than `events`.
 * @param {import('./open.mjs').Tab} tab
 * @param {string} url  the site's address
 * @param {import('./controls.mjs').Control} control
 * @param {number} events
 * @returns {Promise<number[]>}  the milliseconds from each event that changed something to its paint
 */
export async function drag(tab, url, { path, kind, name }, events) {
  const control = { kind, name };
  await open(tab, url, path);
  await tab.evaluate((wanted) => Reflect.get(globalThis, 'bench').boxes(wanted), control);
  await tab.evaluate(settle);
  const { grip, field } = await tab.evaluate(
    (wanted) => Reflect.get(globalThis, 'bench').boxes(wanted),
    control,
  );
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const at = (/** @type {number} */ step) => {
    const turn = (2 * Math.PI * step) / STEPS;
    const across = field.x + field.width * (0.5 + REACH * Math.sin(turn));
    return [
      across,
      kind === 'slider' ? y : field.y + field.height * (0.5 + REACH * Math.sin(2 * turn)),
    ];
  };
  await tab.move(x, y);
  await tab.down();
  await tab.evaluate((wanted) => Reflect.get(globalThis, 'bench').start(wanted), control);
  let count = 0;
  for (let step = 1; count < events && step < MOST_TURNS * STEPS; step++) {
    const [nextX = x, nextY = y] = at(step);
    await tab.move(nextX, nextY);
    count = await tab.evaluate(settle);
  }
  await tab.up();
  if (count === 0) throw new Error(`${path}, ${kind} ${name}: it does not move`);
  return tab.evaluate(() => Reflect.get(globalThis, 'bench').times);
}

/** Runs in the page: waits until the next frame is painted. Returns the number of events that changed something. */
async function settle() {
  await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  return /** @type {number} */ (Reflect.get(globalThis, 'bench').times.length);
}
