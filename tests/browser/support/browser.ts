// SPDX-License-Identifier: MIT
import type { Engine, PageSettings } from './engine.ts';
import { ALL_BUT_COLOURS, Page } from './page.ts';

export interface Browser {
  readonly engine: Engine;
  readonly version: string;
  /** A page with its own storage; without settings it is 1024×768 CSS pixels, light, and in en-US. */
  newPage(settings?: PageSettings): Promise<Page>;
  close(): Promise<void>;
}

const defaults: Required<PageSettings> = {
  width: 1024,
  height: 768,
  colorScheme: 'light',
  reducedMotion: false,
  forcedColors: false,
  language: 'en-US',
};

/** Starts a browser engine headless, or in a virtual X display. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  const driver = await start(engine);
  // axe's colour rules are slow and their results do not depend on the engine: only Chromium runs them.
  const rules = engine === 'chromium' ? {} : ALL_BUT_COLOURS;
  return {
    engine,
    version: driver.version,
    newPage: async (settings) => new Page(await driver.newTab({ ...defaults, ...settings }), rules),
    close: () => driver.close(),
  };
}

// Dynamic imports, so that only the driver of this engine is loaded.
async function start(engine: Engine) {
  if (engine === 'webkit') return (await import('./webkitgtk.ts')).startWebKit();
  const { startChromium, startFirefox } = await import('./playwright.ts');
  return engine === 'chromium' ? startChromium() : startFirefox();
}
