// SPDX-License-Identifier: MIT
import type { Language } from '../../../web/src/i18n/languages.ts';
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { waitFor } from './wait.ts';

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

/** The selects in the settings menu, from top to bottom. */
const SETTINGS = ['theme', 'palette', 'digits'] as const;

/** Chooses the page's language by its name or tag. */
export const chooseLanguage = (page: Page, language: string): Promise<void> =>
  page.css('.site-tools .is-short select').select(language);

/** Opens the settings, chooses an option by its text or value, and closes them. */
export async function chooseSetting(
  page: Page,
  setting: (typeof SETTINGS)[number],
  option: string,
): Promise<void> {
  await page.css('al-settings > button').press('Enter');
  await page.css('.settings select').nth(SETTINGS.indexOf(setting)).select(option);
  await page.keys('Escape');
  await waitFor(async () => (await page.css('.settings:popover-open').count()) === 0);
}

/** Shows what a reader has to ask for: data behind the plots, the code, a statement's verdict. */
export async function unfold(page: Page): Promise<void> {
  await page.run(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  if ((await page.css('[data-panel="code"], .code-fold').count()) > 0)
    await page.css('.code-line').nth(0).box();
  const [first] = await page.css('.experiment-head button').all();
  await first?.click();
  if (first) await page.css('.verdict').nth(0).box();
}

/** Waits until everything that a place loads is there: a load that is cut off would be a problem. */
export async function hasSettled(page: Page, hash = ''): Promise<void> {
  await page
    .css(hash.startsWith('#/') ? '.result, .ledger .entry' : '.preview .plot')
    .nth(0)
    .box();
  // In Verify, the claims are rendered after the stage.
  if (/^#\/[\w-]+\/verify/.test(hash)) await page.css('.experiment').nth(0).box();
}

/** The prediction as the lesson shows it. */
export const prediction = (page: Page): Promise<string> => page.css('.result-number').text();

/** The text of the only element that a selector names. */
export const text = (page: Page, selector: string): Promise<string> => page.css(selector).text();

/** Waits until `read` gives `expected`, and nothing else. */
export async function reads(read: () => Promise<string>, expected: string): Promise<void> {
  await waitFor(async () => {
    const shown = await read();
    if (shown !== expected) throw new Error(`it is ${shown}, not ${expected}`);
    return true;
  });
}

/** Waits until an element's text has `expected` in it. */
export async function shows(
  page: Page,
  selector: string,
  expected: string | RegExp,
): Promise<void> {
  await waitFor(async () => {
    const shown = await text(page, selector);
    if (!(typeof expected === 'string' ? shown.includes(expected) : expected.test(shown)))
      throw new Error(`${selector} is ${shown}, not ${expected}`);
    return true;
  });
}

/** Waits until the lesson shows a prediction. */
export const showsPrediction = (page: Page, expected: string): Promise<void> =>
  reads(() => prediction(page), expected);
