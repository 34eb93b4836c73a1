// SPDX-License-Identifier: MIT

export type Engine = 'chromium' | 'firefox' | 'webkit';

export interface PageSettings {
  width?: number;
  height?: number;
  colorScheme?: 'light' | 'dark';
  reducedMotion?: boolean;
  /** Not in WebKit, which has none. */
  forcedColors?: boolean;
  /** The browser's language, such as `zh-CN`. Not in WebKit, where it is always `en-US`. */
  language?: string;
}

export type PointerStep = 'down' | 'up' | { x: number; y: number };

/** What an engine's driver does with one tab; everything else is built upon it once for all. */
export interface Tab {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  /** Sets the size of the viewport. */
  resize(width: number, height: number): Promise<void>;
  /** Calls a function, given as its source, in the page and waits for the text it returns. */
  call(source: string, argument: string): Promise<string>;
  /** The primary pointer button and moves in viewport pixels, as the browser's own events. */
  pointer(steps: readonly PointerStep[]): Promise<void>;
  /** Keys and chords one after the other, as in `['Home', 'Shift+Tab', 'a']`. */
  press(chords: readonly string[]): Promise<void>;
  type(text: string): Promise<void>;
  /** A PNG of the viewport, or of the whole page. */
  screenshot(isWhole: boolean): Promise<Buffer>;
  /** Warnings and errors in the browser's console, also the browser's own, where it tells. */
  messages(): string[];
  close(): Promise<void>;
}

/** A running engine. */
export interface Driver {
  readonly version: string;
  /** A tab that shares nothing with those before it. */
  newTab(settings: Required<PageSettings>): Promise<Tab>;
  close(): Promise<void>;
}
