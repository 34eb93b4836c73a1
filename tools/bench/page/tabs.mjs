// SPDX-License-Identifier: MIT
import { join } from 'node:path';
import { chromium, firefox } from 'playwright-core';
import { runnerImport } from 'vite';
import { findBrowsers } from '../../browsers.mjs';
import { Failure, ROOT } from '../../process.mjs';

/**
 * A browser tab. `evaluate` runs a function in the page; `move`, `down` and `up` are mouse events.
 * @typedef {object} Tab
 * @property {(url: string) => Promise<unknown>} goto
 * @property {<R, A>(run: (argument: A) => R | Promise<R>, argument?: A) => Promise<R>} evaluate
 * @property {(x: number, y: number) => Promise<unknown>} move
 * @property {() => Promise<unknown>} down
 * @property {() => Promise<unknown>} up
 */

/**
 * @typedef {object} Started  a started browser
 * @property {string} version  name and version of the browser
 * @property {Tab} tab  its first tab
 * @property {() => Promise<unknown>} close
 */

const VIEWPORT = { width: 1280, height: 900 };
const PLAIN = { colorScheme: 'light', reducedMotion: false, language: 'en-US' };
// Flags that disable the limit of frames per second, because a measured time must not contain a wait for the display.
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * For each browser, a function that starts it with one tab.
 * @type {Record<'chromium' | 'firefox' | 'webkit', () => Promise<Started>>}
 */
export const START = {
  chromium: async () => {
    const browser = await chromium.launch({
      executablePath: found('chromium'),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...UNTHROTTLED],
    });
    const page = await browser.newPage({ viewport: VIEWPORT });
    const session = await page.context().newCDPSession(page);
    let at = { x: 0, y: 0 };
    let buttons = 0;
    // Mouse events are sent with CDP, because Playwright's mouse runs its own scripts in the page before each move.
    const mouse = (/** @type {'mouseMoved' | 'mousePressed' | 'mouseReleased'} */ type) => {
      const button = type === 'mouseMoved' && buttons === 0 ? 'none' : 'left';
      return session.send('Input.dispatchMouseEvent', {
        type,
        ...at,
        button,
        buttons,
        clickCount: 1,
      });
    };
    return {
      version: `Chromium ${browser.version()}`,
      tab: {
        ...playwrightTab(page),
        move: (x, y) => {
          at = { x, y };
          return mouse('mouseMoved');
        },
        down: () => {
          buttons = 1;
          return mouse('mousePressed');
        },
        up: () => {
          buttons = 0;
          return mouse('mouseReleased');
        },
      },
      close: () => browser.close(),
    };
  },
  firefox: async () => {
    const browser = await firefox.launch({
      executablePath: found('firefox'),
      channel: 'moz-firefox',
      firefoxUserPrefs: { 'layout.frame_rate': 0 },
    });
    const page = await browser.newPage({ viewport: VIEWPORT });
    return {
      version: `Firefox ${browser.version()}`,
      tab: playwrightTab(page),
      close: () => browser.close(),
    };
  },
  webkit: async () => {
    const file = join(ROOT, 'tests/browser/support/webkitgtk.ts');
    const { module } = /** @type {any} */ (await runnerImport(file, { configFile: false }));
    const browser = await module.startWebKit();
    const page = await browser.newTab({ ...VIEWPORT, ...PLAIN });
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
  },
};

/** @param {'chromium' | 'firefox'} name */
function found(name) {
  const path = findBrowsers()[name];
  if (path === undefined) throw new Failure(`${name} was not found`);
  return path;
}

/** @param {import('playwright-core').Page} page @returns {Tab} */
const playwrightTab = (page) => ({
  goto: (url) => page.goto(url),
  evaluate: (run, argument) =>
    /** @type {Promise<any>} */ (page.evaluate(/** @type {any} */ (run), argument)),
  move: (x, y) => page.mouse.move(x, y),
  down: () => page.mouse.down(),
  up: () => page.mouse.up(),
});
