// SPDX-License-Identifier: MIT
import { chromium, firefox } from 'playwright-core';
import { findBrowsers } from '../../browsers.mjs';
import { Failure } from '../../process.mjs';
import { startWebKit } from './webkit.mjs';

/** @typedef {import('./open.mjs').Tab} Tab */

/**
 * @typedef {object} Started  a started browser
 * @property {string} version  name and version of the browser
 * @property {Tab} tab  its first tab
 * @property {() => Promise<{tab: Tab, close: () => Promise<unknown>}>} fresh  opens another tab, with empty caches
 * @property {() => Promise<unknown>} close
 */

const VIEWPORT = { width: 1280, height: 900 };
// Flags that disable the limit of frames per second, because a measured time must not contain a wait for the display.
const UNTHROTTLED = ['--disable-frame-rate-limit', '--disable-gpu-vsync'];

/**
 * For each browser, a function that starts it with one tab.
 * @type {Record<import('../arguments.mjs').PageBrowser, () => Promise<Started>>}
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
      fresh: () => freshTab(browser),
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
      fresh: () => freshTab(browser),
      close: () => browser.close(),
    };
  },
  webkit: () => startWebKit(VIEWPORT),
};

/** @param {'chromium' | 'firefox'} name */
function found(name) {
  const path = findBrowsers()[name];
  if (path === undefined) throw new Failure(`${name} was not found`);
  return path;
}

/** @param {import('playwright-core').Browser} browser */
async function freshTab(browser) {
  const context = await browser.newContext({ viewport: VIEWPORT });
  return { tab: playwrightTab(await context.newPage()), close: () => context.close() };
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
