// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The languages of the site, as `languages` of web/src/i18n/languages.ts, which Vite fills in, finds them for the page. */
export const languages: readonly string[] = readdirSync(
  fileURLToPath(new URL('../src/i18n/messages', import.meta.url)),
)
  .map((file) => file.replace(/\.json$/, ''))
  .sort();
