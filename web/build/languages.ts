// SPDX-License-Identifier: MIT
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The languages of the site. In the page, web/src/i18n/languages.ts finds the same list by a glob import. */
export const languages: readonly string[] = readdirSync(
  fileURLToPath(new URL('../src/i18n/messages', import.meta.url)),
)
  .map((file) => file.replace(/\.json$/, ''))
  .sort();
