// SPDX-License-Identifier: MIT

/** The full path of each browser, or undefined if it is missing. */
export interface Browsers {
  chromium: string | undefined;
  firefox: string | undefined;
  /** WebKitGTK's WebDriver server. */
  webkitDriver: string | undefined;
  /** WebKitGTK's MiniBrowser, which the driver starts. */
  miniBrowser: string | undefined;
}

/** Finds this machine's browsers. The variables CHROME_BIN and FIREFOX_BIN take precedence over the PATH. */
export function findBrowsers(env?: NodeJS.ProcessEnv): Browsers;
