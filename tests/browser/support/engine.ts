// SPDX-License-Identifier: MIT
import type { Point } from './pointer.ts';

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface PageSettings {
  width?: number;
  height?: number;
  /** Only for Chromium, like all settings below. */
  reducedMotion?: boolean;
  forcedColors?: boolean;
  /** The browser's language, such as `zh-CN`; otherwise it is en-US. */
  language?: string;
  touch?: boolean;
}

export const CRASH = 'the browser has crashed';

/** Vitest's configuration repeats a test that fails with this error, because the error has no cause in the page. */
export class BrowserCrash extends Error {
  constructor() {
    super(CRASH);
  }
}

export type PointerStep = 'down' | 'up' | Point;

/** A driver's operations on one tab. `Page` and `Locator` use only these. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  /**
   * Calls a function in the page and resolves with the text that it returns.
   * @param source  the source text of the function
   */
  call(source: string, argument: string): Promise<string>;
  /** Moves the pointer (in viewport pixels) and presses or releases its primary button, as trusted events. */
  pointer(steps: readonly PointerStep[]): Promise<void>;
  /** Moves a finger from one point of the viewport to another, as trusted events. Only tabs with `touch` have it. */
  swipe?(from: Point, to: Point): Promise<void>;
  /** Turns the wheel at the pointer by `down` pixels. */
  wheel(down: number): Promise<void>;
  /** Presses keys and key combinations in sequence, such as `['Home', 'Shift+Tab', 'a']`. */
  press(chords: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** A PNG of the viewport or of the whole page. */
  screenshot(isWhole: boolean): Promise<Buffer>;
  /**
   * Warnings and errors in the browser's console, including those that the browser itself logs. WebKit's driver
   * does not report any.
   */
  messages(): string[];
  close(): Promise<void>;
}

export interface Driver {
  readonly version: string;
  /** Opens a tab without cookies or storage of earlier tabs. */
  newTab(settings: PageSettings & { width: number; height: number }): Promise<Tab>;
  close(): Promise<void>;
}
