// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * The language tags of the site, for Node. In the browser, web/src/i18n/languages.ts builds the same list with a glob
 * import.
 */
export const languages: readonly string[] = readdirSync(
  fileURLToPath(new URL('../src/i18n/messages', import.meta.url)),
)
  .map((file) => file.replace(/\.json$/, ''))
  .sort();
