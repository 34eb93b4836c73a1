// SPDX-License-Identifier: MIT
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findCommand, isExecutable } from './setup/find.mjs';

const MAC = '/Applications';
const WEBKIT_FOLDERS = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];

/**
 * @typedef {string | undefined} Path  undefined if the program is missing
 * @typedef {{chromium: Path, firefox: Path, webkitDriver: Path, miniBrowser: Path}} Browsers
 *   webkitDriver: WebKitGTK's WebDriver server; miniBrowser: WebKitGTK's browser, which the driver starts
 */

/**
 * Finds this machine's browsers. The environment variables CHROME_BIN and FIREFOX_BIN take precedence over the PATH.
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Browsers}
 */
export function findBrowsers(env = process.env) {
  return {
    chromium:
      named(env.CHROME_BIN) ??
      findCommand(
        [
          // Preferred, because this build of Chromium has no window and opens a page in a third of the time.
          'chromium-headless-shell',
          'chromium',
          'chromium-browser',
          'google-chrome',
          'google-chrome-stable',
        ],
        env,
      ) ??
      named(`${MAC}/Google Chrome.app/Contents/MacOS/Google Chrome`) ??
      named(`${MAC}/Chromium.app/Contents/MacOS/Chromium`),
    firefox:
      named(env.FIREFOX_BIN) ??
      findCommand(['firefox-esr', 'firefox'], env) ??
      named(`${MAC}/Firefox.app/Contents/MacOS/firefox`),
    webkitDriver: findCommand(['WebKitWebDriver'], env),
    miniBrowser: findMiniBrowser(),
  };
}

/** @param {string | undefined} path */
const named = (path) => (path && isExecutable(path) ? path : undefined);

/**
 * Finds WebKitGTK's MiniBrowser. It is never on the PATH, but in a private folder, which is below /usr/lib/<triplet> in
 * Debian, /usr/lib in Arch and /usr/libexec in Fedora.
 */
function findMiniBrowser() {
  const triplets = existsSync('/usr/lib')
    ? readdirSync('/usr/lib').filter((name) => name.includes('-linux-'))
    : [];
  const roots = [
    ...triplets.map((name) => join('/usr/lib', name)),
    '/usr/lib',
    '/usr/libexec',
    '/usr/lib64',
  ];
  return roots
    .flatMap((root) => WEBKIT_FOLDERS.map((folder) => join(root, folder, 'MiniBrowser')))
    .find(isExecutable);
}
