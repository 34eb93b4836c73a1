// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { runnerImport } from 'vite';
import { launch } from '../../launch.mjs';
import { ROOT } from '../../process.mjs';

/**
 * A browser tab. `evaluate` runs a function in the page; `move`, `down` and `up` are mouse events.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<unknown>} goto
 * @property {<R, A>(run: (argument: A) => R | Promise<R>, argument?: A) => Promise<R>} evaluate
 * @property {(x: number, y: number) => Promise<unknown>} move
 * @property {() => Promise<unknown>} down
 * @property {() => Promise<unknown>} up
 */

const VIEWPORT = { width: 1280, height: 900 };
// Disable the frame-rate limit, because a measured time must not include a wait for the display.
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * Starts a browser with one tab.
 * @param {'chromium' | 'firefox' | 'webkit'} name
 * @returns {Promise<{version: string, tab: Tab, close: () => Promise<unknown>}>} version: name and version
 */
export async function start(name) {
  if (name === 'webkit') return startWebKit();
  const browser = await launch(name, UNTHROTTLED);
  const page = await browser.newPage({ viewport: VIEWPORT });
  const mouse = name === 'chromium' ? await quietMouse(page) : page.mouse;
  return {
    version: `${name === 'chromium' ? 'Chromium' : 'Firefox'} ${browser.version()}`,
    tab: {
      goto: (url) => page.goto(url),
      evaluate: (run, argument) =>
        /** @type {Promise<any>} */ (page.evaluate(/** @type {any} */ (run), argument)),
      move: (x, y) => mouse.move(x, y),
      down: () => mouse.down(),
      up: () => mouse.up(),
    },
    close: () => browser.close(),
  };
}

/**
 * A mouse that sends its events with CDP (Chrome DevTools Protocol). Playwright's mouse would run scripts in the page
 * before each move.
 * @param {import('playwright-core').Page} page
 */
async function quietMouse(page) {
  const session = await page.context().newCDPSession(page);
  let at = { x: 0, y: 0 };
  let buttons = 0;
  const send = (/** @type {'mouseMoved' | 'mousePressed' | 'mouseReleased'} */ type) =>
    session.send('Input.dispatchMouseEvent', {
      ...{ type, ...at, buttons, clickCount: 1 },
      button: type === 'mouseMoved' && buttons === 0 ? 'none' : 'left',
    });
  return {
    move: (/** @type {number} */ x, /** @type {number} */ y) => {
      at = { x, y };
      return send('mouseMoved');
    },
    down: () => {
      buttons = 1;
      return send('mousePressed');
    },
    up: () => {
      buttons = 0;
      return send('mouseReleased');
    },
  };
}

/** @returns {ReturnType<typeof start>} */
async function startWebKit() {
  const file = join(ROOT, 'tests/browser/support/webkitgtk.ts');
  const { module } = /** @type {any} */ (await runnerImport(file, { configFile: false }));
  const browser = await module.startWebKit();
  const page = await browser.newTab(VIEWPORT);
  return {
    version: browser.version,
    tab: {
      goto: (url) => page.goto(url),
      evaluate: async (run, argument) => {
        const source = `async (given) => JSON.stringify(await (${run})(JSON.parse(given))) ?? 'null'`;
        return JSON.parse(await page.call(source, JSON.stringify(argument ?? null)));
      },
      move: (x, y) => page.pointer([{ x, y }]),
      down: () => page.pointer(['down']),
      up: () => page.pointer(['up']),
    },
    close: () => browser.close(),
  };
}
