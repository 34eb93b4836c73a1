// SPDX-License-Identifier: MIT
// `npm run bench:page`: how long a drag of each control takes from the slider's event to the painted
// frame, in headless Chromium on the built site. It prints and judges nothing: speed is not a test.
import { SITE_STEPS, withSite } from './chromium.mjs';
import { runSteps } from './steps.mjs';

const STEPS = 200;
const TARGET_MS = 16;
// Frames are not held back to a screen's rate: the figure is the page's work, not its wait for a frame.
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];
const slider = (/** @type {string} */ name) => `${name} input[type="range"]`;
/** @type {{lesson: string, name: string, selector: string, event: 'input' | 'pointermove'}[]} */
const CONTROLS = [
  { lesson: 'kernel-regression', name: 'query', selector: slider('.query-slider'), event: 'input' },
  {
    lesson: 'kernel-regression',
    name: 'bandwidth',
    selector: slider('.sigma-slider'),
    event: 'input',
  },
  {
    lesson: 'kernel-regression',
    name: 'query in the plot',
    selector: 'al-curve-plot .plot',
    event: 'pointermove',
  },
  {
    lesson: 'kernel-regression',
    name: 'query in the map',
    selector: '.field-map',
    event: 'pointermove',
  },
  {
    lesson: 'kernel-regression',
    name: 'bandwidth of the map',
    selector: slider('.plane-sigma'),
    event: 'input',
  },
  {
    lesson: 'softmax',
    name: 'temperature',
    selector: slider('.temperature-slider'),
    event: 'input',
  },
  { lesson: 'similarity', name: 'arrow', selector: 'al-vector-plane svg', event: 'pointermove' },
  {
    lesson: 'scaling',
    name: 'd',
    selector: `.bench-controls ${slider('al-slider')}`,
    event: 'input',
  },
  { lesson: 'scoring', name: 'sigma', selector: slider('.sigma'), event: 'input' },
  { lesson: 'query-key', name: 'deviation', selector: slider('.deviation-slider'), event: 'input' },
  { lesson: 'query-key', name: 'dimension', selector: slider('.dimension-slider'), event: 'input' },
  { lesson: 'multi-head', name: 'tokens', selector: slider('.tokens-slider'), event: 'input' },
];

/** @param {number[]} sorted @param {number} share */
const quantile = (sorted, share) =>
  /** @type {number} */ (sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]);

/**
 * Starts, in the page, the clock that runs from the first event of a frame to the moment after its
 * paint: a message sent from an animation frame arrives when that frame has been painted.
 * @param {{event: string}} control
 */
function startClock({ event }) {
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

/** @param {import('playwright-core').Page} page @param {string} url @param {typeof CONTROLS[0]} control */
async function measure(page, url, control) {
  const { lesson, selector } = control;
  const name = `${lesson}, ${control.name}`;
  await page.goto('about:blank');
  await page.goto(`${url}#/${lesson}`);
  const target = page.locator(selector).first();
  await target.scrollIntoViewIfNeeded();
  await page.evaluate(startClock, control);
  const box = await target.boundingBox();
  if (!box) throw new Error(`${name} is not on the page`);
  const y = box.y + box.height / 2;
  const x = (/** @type {number} */ step) =>
    box.x + box.width * (0.5 + 0.4 * Math.sin((2 * Math.PI * step) / STEPS));
  await page.mouse.move(x(0), y);
  await page.mouse.down();
  // A step that leaves the slider on the same value sends no event, so count what was measured.
  const count = () => page.evaluate(() => Reflect.get(globalThis, 'times').length);
  for (let step = 1; (await count()) < STEPS; step++) {
    await page.mouse.move(x(step), y);
    await page.evaluate(
      () => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted))),
    );
  }
  await page.mouse.up();
  const times = (await page.evaluate(() => Reflect.get(globalThis, 'times'))).sort(
    (/** @type {number} */ a, /** @type {number} */ b) => a - b,
  );
  const [median, p95] = [0.5, 0.95].map((share) => quantile(times, share).toFixed(1));
  const verdict = quantile(times, 0.95) <= TARGET_MS ? 'reached' : 'missed';
  console.log(
    `${name}: p50 ${median} ms, p95 ${p95} ms, ${times.length} steps (target p95 ≤ ${TARGET_MS} ms ${verdict})`,
  );
}

async function bench() {
  await withSite(async (browser, url) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
    console.log(`Chromium ${browser.version()}, from event to painted frame:`);
    for (const control of CONTROLS) await measure(page, url, control);
  }, UNTHROTTLED);
}

const { ok } = await runSteps([...SITE_STEPS, { name: 'bench:page', run: bench }]);
process.exitCode = ok ? 0 : 1;
