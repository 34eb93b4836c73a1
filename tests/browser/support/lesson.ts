// SPDX-License-Identifier: MIT
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { waitFor } from './wait.ts';

export type Language = 'en' | 'zh-Hans' | 'zh-Hant';
export const LANGUAGES: readonly Language[] = ['en', 'zh-Hans', 'zh-Hant'];

/** Opens the site at a hash in a language and waits until its heading is there. */
export async function openSite(
  page: Page,
  site: Server,
  hash = '',
  language: Language = 'en',
): Promise<void> {
  await page.open(`${site.url}?lang=${language}${hash}`);
  await hasSettled(page, hash);
}

/** Waits until everything that a place loads is there: a load that is cut off would be a problem. */
export async function hasSettled(page: Page, hash = ''): Promise<void> {
  await page
    .css(hash.startsWith('#/') ? '.result, .ledger .entry' : '.preview .plot')
    .nth(0)
    .box();
}

/** The prediction as the lesson shows it. */
export const prediction = (page: Page): Promise<string> => page.css('.result-number').text();

/** Waits until the lesson shows a prediction. */
export async function showsPrediction(page: Page, expected: string): Promise<void> {
  await waitFor(async () => {
    const shown = await prediction(page);
    if (shown !== expected) throw new Error(`the prediction is ${shown}, not ${expected}`);
    return true;
  });
}
