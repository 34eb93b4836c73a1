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
  await page.get('heading').nth(0).text();
  if (hash.startsWith('#/')) await page.css('.result').text();
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
