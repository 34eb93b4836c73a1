// SPDX-License-Identifier: MIT
import type { Engine, PageSettings } from './engine.ts';
import { Page } from './page.ts';

export interface Browser {
  readonly engine: Engine;
  readonly version: string;
  /** A page with its own storage; without settings it is 1024×768 CSS pixels, light, and in en-US. */
  newPage(settings?: PageSettings): Promise<Page>;
  close(): Promise<void>;
}

/** Starts a browser engine without a visible window: WebKit in a virtual X display, the others in headless mode. */
export async function openBrowser(engine: Engine): Promise<Browser> {
  const driver = await start(engine);
  return {
    engine,
    version: driver.version,
    newPage: async ({ width = 1024, height = 768, ...media } = {}) => {
      const isChromium = engine === 'chromium';
      if (!isChromium && Object.values(media).some(Boolean))
        throw new Error(`in ${engine}, pages have no setting except their size`);
      return new Page(await driver.newTab({ width, height, ...media }), isChromium);
    },
    close: () => driver.close(),
  };
}

// Dynamic imports, so that only the driver of the given engine is loaded.
async function start(engine: Engine) {
  if (engine === 'webkit') return (await import('./webkitgtk.ts')).startWebKit();
  const { startChromium, startFirefox } = await import('./playwright.ts');
  return engine === 'chromium' ? startChromium() : startFirefox();
}
