// SPDX-License-Identifier: MIT
import playwright from 'playwright-core';
import { preview } from 'vite';
import { findBrowsers } from './browsers.mjs';
import { buildSite, buildWasm } from './build.mjs';
import { Failure, WEB } from './process.mjs';
import { setUp } from './setup.mjs';

export const SITE_STEPS = [
  { name: 'set-up', run: () => setUp('test') },
  { name: 'wasm build', run: buildWasm },
  { name: 'site build', run: () => buildSite({ ifStale: true }) },
];

/**
 * @param {'chromium' | 'firefox'} name
 * @param {string[]} [flags]  additional command-line flags of Chromium
 */
export function launch(name, flags = []) {
  const executablePath = findBrowsers()[name];
  if (executablePath === undefined) throw new Failure(`${name} was not found`);
  return playwright[name].launch({
    executablePath,
    ...(name === 'chromium'
      ? { args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', ...flags] }
      : {
          channel: 'moz-firefox',
          // No frame-rate limit, and performance.now() is not rounded to 1 ms.
          firefoxUserPrefs: { 'layout.frame_rate': 0, 'privacy.reduceTimerPrecision': false },
        }),
  });
}

/**
 * Serves the built site and opens headless Chromium while `use` runs.
 * @param {(browser: import('playwright-core').Browser, url: string) => Promise<void>} use  receives the site's address
 * @param {string[]} [flags]  additional command-line flags of Chromium
 * @param {import('vite').Plugin[]} [plugins]  Vite plugins that change how the site is served
 * @param {number} [port]  the TCP port of the server, by default a free one
 */
export async function withSite(use, flags, plugins = [], port = 0) {
  const browser = await launch('chromium', flags);
  const server = await preview({ root: WEB, plugins, preview: { port, host: '127.0.0.1' } });
  try {
    await use(browser, server.resolvedUrls?.local[0] ?? '');
  } finally {
    await browser.close();
    await server.close();
  }
}
