// SPDX-License-Identifier: MIT
import { type Browser, type BrowserContext, chromium, firefox, type Page } from 'playwright-core';
import { findBrowsers } from '../../../tools/browsers.mjs';
import { BLANK_PATH } from './agent/script.ts';
import { clearStorage } from './clear-storage.ts';
import type { Driver, PointerStep, Tab } from './engine.ts';
import type { Point } from './pointer.ts';
import { serverAt } from './server.ts';
import { PATIENCE_MS } from './wait.ts';

const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];

/** The hash of the style that Playwright adds to the page during a screenshot in Firefox; see `shoot`. */
const PLAYWRIGHT_STYLE = 'sha256-YjaKGiklmzC6wjXA513HAMmzus8VE61XCOT+SmwNZWA=';
/**
 * Firefox renders a page while it is still loading, and logs this warning for a formula that is not complete yet.
 * `layoutProblems` checks the formulas of the loaded page.
 */
const HALF_FORMULA = /^Incorrect number of children for <\w+\/> tag/;

export async function startChromium(): Promise<Driver> {
  const browser = await chromium.launch({
    executablePath: named('Chromium', findBrowsers().chromium),
    args: CHROMIUM_ARGS,
  });
  return {
    version: `Chromium ${browser.version()}`,
    newTab: ({ reducedMotion, forcedColors, language, touch, ...size }) =>
      tabIn(browser, size, {
        locale: language ?? 'en-US',
        reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
        forcedColors: forcedColors ? 'active' : 'none',
        hasTouch: touch ?? false,
      }),
    close: () => close(browser),
  };
}

export async function startFirefox(): Promise<Driver> {
  const browser = await firefox.launch({
    executablePath: named('Firefox', findBrowsers().firefox),
    channel: 'moz-firefox',
    firefoxUserPrefs: {
      'ui.systemUsesDarkTheme': 0,
      'layout.css.prefers-color-scheme.content-override': 1,
      'ui.prefersReducedMotion': 0,
      // Uses overlay scroll bars. Classic ones take width from the page, which would be narrower than in other engines.
      'ui.useOverlayScrollbars': 1,
    },
  });
  return {
    version: `Firefox ${browser.version()}`,
    newTab: (size) => tabIn(browser, size, { locale: 'en-US' }),
    close: () => close(browser),
  };
}

async function close(browser: Browser): Promise<void> {
  empty = undefined;
  await browser.close();
}

function named(name: string, path: string | undefined): string {
  if (path === undefined) throw new Error(`${name} is not installed`);
  return path;
}

type ContextOptions = Parameters<Browser['newContext']>[0];

/** A browser context with one page, which the next test reuses if it needs the same options. */
interface Room {
  readonly browser: Browser;
  /** The options of `context`, as JSON. */
  readonly purpose: string;
  readonly context: BrowserContext;
  readonly page: Page;
  readonly messages: string[];
}

/** The room of the last test, kept because creating a context takes longer than many tests. */
let empty: Room | undefined;

async function roomFor(browser: Browser, options: ContextOptions): Promise<Room> {
  const purpose = JSON.stringify(options);
  const left = empty;
  empty = undefined;
  if (left?.browser === browser && left.purpose === purpose) {
    if (await left.page.evaluate('document.hasFocus()')) return left;
  }
  await left?.context.close();
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  return { browser, purpose, context, page, messages: listen(page) };
}

/** Resets a room and keeps it for reuse, or closes it. @param origins  the origins that the test has visited */
async function leave(room: Room, origins: Iterable<string>): Promise<void> {
  // In Firefox, a window that lost the focus to a newer window cannot regain it. Such a window is closed, not reused.
  const hasFocus = await room.page.evaluate('document.hasFocus()');
  if (!hasFocus || empty) return room.context.close();
  await clear(room, origins);
  empty = room;
}

/** Resets a browser context: pointer position, storage of the visited origins, cookies and console messages. */
async function clear({ context, page, messages }: Room, origins: Iterable<string>): Promise<void> {
  await page.mouse.move(0, 0);
  for (const origin of origins) {
    if (!serverAt(origin)) continue;
    await page.goto(origin + BLANK_PATH);
    await page.evaluate(`(${clearStorage})()`);
  }
  await page.goto('about:blank');
  await context.clearCookies();
  messages.length = 0;
}

async function tabIn(
  browser: Browser,
  size: { width: number; height: number },
  options: ContextOptions,
): Promise<Tab> {
  const room = await roomFor(browser, options);
  const { page, messages } = room;
  const origins = new Set<string>();
  await page.setViewportSize(size);
  return {
    goto: async (url) => {
      origins.add(new URL(url).origin);
      await page.goto(url);
    },
    reload: async () => void (await page.reload()),
    resize: (w, h) => page.setViewportSize({ width: w, height: h }),
    call: (source, argument) => page.evaluate(`(${source})(${JSON.stringify(argument)})`),
    pointer: (steps) => movePointer(page, steps),
    ...(options?.hasTouch && { swipe: (from: Point, to: Point) => swipe(page, from, to) }),
    wheel: (down) => page.mouse.wheel(0, down),
    press: async (chords) => {
      for (const chord of chords) await page.keyboard.press(chord);
    },
    type: (text) => page.keyboard.type(text),
    screenshot: (isWhole) => shoot(page, isWhole),
    messages: () => messages,
    close: () => leave(room, origins),
  };
}

function listen(page: Page): string[] {
  const messages: string[] = [];
  const keep = (text: string) => {
    if (!text.includes(PLAYWRIGHT_STYLE) && !HALF_FORMULA.test(text)) messages.push(text);
  };
  page.on('console', (message) => {
    const isBad = /^(error|warning|assert)$/.test(message.type());
    if (isBad) keep(`${message.text()} (${message.location().url})`);
  });
  page.on('pageerror', (error) => keep(error.message));
  return messages;
}

/**
 * Takes a screenshot. In Firefox, Playwright adds a style element during the screenshot, which violates the site's
 * Content Security Policy. The function prevents the report of that violation.
 */
async function shoot(page: Page, fullPage: boolean): Promise<Buffer> {
  const mute = await page.evaluateHandle(() => {
    const stop = (event: SecurityPolicyViolationEvent) => {
      const { effectiveDirective, blockedURI } = event;
      if (effectiveDirective === 'style-src-elem' && blockedURI === 'inline')
        event.stopImmediatePropagation();
    };
    addEventListener('securitypolicyviolation', stop, true);
    return stop;
  });
  const image = await page.screenshot({ fullPage, caret: 'initial' });
  await mute.evaluate((stop) => removeEventListener('securitypolicyviolation', stop, true));
  return image;
}

async function movePointer({ mouse }: Page, steps: readonly PointerStep[]): Promise<void> {
  for (const step of steps) {
    if (step === 'down') await mouse.down();
    else if (step === 'up') await mouse.up();
    else await mouse.move(step.x, step.y);
  }
}

/** The number of moves of a swipe, and pauses in ms: after each move, and before the finger is lifted. */
const SWIPE = { moves: 16, pause: 16, rest: 150 };

async function swipe(page: Page, from: Point, to: Point): Promise<void> {
  const finger = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
    finger.send('Input.dispatchTouchEvent', { type, touchPoints });
  await send('touchStart', from);
  for (let move = 1; move <= SWIPE.moves; move++) {
    const part = move / SWIPE.moves;
    await send('touchMove', {
      x: from.x + part * (to.x - from.x),
      y: from.y + part * (to.y - from.y),
    });
    await page.waitForTimeout(SWIPE.pause);
  }
  // If the finger is lifted while it moves, the page continues to scroll.
  await page.waitForTimeout(SWIPE.rest);
  await send('touchEnd');
  await finger.detach();
}
