// SPDX-License-Identifier: MIT

/** Full paths; undefined where the machine has none. */
export interface Browsers {
  chromium: string | undefined;
  firefox: string | undefined;
  /** WebKitWebDriver */
  webkitDriver: string | undefined;
  /** WebKitGTK's MiniBrowser, which the driver starts */
  miniBrowser: string | undefined;
}

/** The browsers of this machine. CHROME_BIN and FIREFOX_BIN go before what is on the PATH. */
export function findBrowsers(env?: NodeJS.ProcessEnv): Browsers;
