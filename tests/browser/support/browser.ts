// SPDX-License-Identifier: MIT
import type { Engine, PageSettings } from './engine.ts';
import { ALL_BUT_COLOURS, Page } from './page.ts';

export interface Browser {
  readonly engine: Engine;
  /** Name and version. */
  readonly version: string;
  /** A page whose storage and settings are its own: 1024×768, light, en-US unless told. */
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

/** Starts an engine without a window on the screen. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  const driver = await start(engine);
  // The rules see the same elements and colours in every engine.
  const rules = engine === 'chromium' ? {} : ALL_BUT_COLOURS;
  return {
    engine,
    version: driver.version,
    newPage: async (settings) => new Page(await driver.newTab({ ...defaults, ...settings }), rules),
    close: () => driver.close(),
  };
}

// Each engine loads only its own driver.
async function start(engine: Engine) {
  if (engine === 'webkit') return (await import('./webkitgtk.ts')).startWebKit();
  const { startChromium, startFirefox } = await import('./playwright.ts');
  return engine === 'chromium' ? startChromium() : startFirefox();
}
