// SPDX-License-Identifier: MIT
import { expect } from 'vitest';
import type { Language } from '../../../web/src/i18n/languages.ts';
import type { Page } from './page.ts';
import type { Server } from './server.ts';
import { waitFor } from './wait.ts';

/** Opens a page of the site, such as "softmax/verify/#?temperature=4", in a language, and waits until it is loaded. */
export async function openSite(
  page: Page,
  site: Pick<Server, 'url'>,
  path = '',
  language: Language = 'en',
): Promise<void> {
  await page.open(`${site.url}${language}/${path}`);
  await hasSettled(page, path);
}

/** The selects in the settings menu, from top to bottom. */
const SETTINGS = ['theme', 'palette', 'digits'] as const;

/** Selects the page's language by its displayed name or its tag, such as "简体中文" or "zh-Hans". */
export async function chooseLanguage(page: Page, language: string): Promise<void> {
  const links = page.css('.languages a');
  const names = await Promise.all((await links.all()).map((link) => link.attribute('aria-label')));
  const tags = await Promise.all((await links.all()).map((link) => link.attribute('hreflang')));
  const place = Math.max(names.indexOf(language), tags.indexOf(language));
  // A link to the current language would reload the page, and this function could not tell when the new page is shown.
  if ((await page.run(() => document.documentElement.lang)) === tags[place]) return;
  await links.nth(place).click();
  await waitFor(() =>
    page.run(
      (tag) => document.documentElement.lang === tag && document.querySelector('al-shell') === null,
      tags[place] ?? '',
    ),
  );
}

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

/** Opens all collapsed parts: tables, the code, and on a page Verify the verdict of the first claim. */
export async function unfold(page: Page): Promise<void> {
  await page.run(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  if ((await page.css('[data-panel="code"]').count()) > 0)
    await page.css('.code-line').nth(0).box();
  const [first] = await page.css('.experiment-head button').all();
  await first?.click();
  if (first) await page.css('.verdict').nth(0).box();
}

/**
 * Waits until a page is fully loaded. If a test left the page earlier, its requests would be aborted, and the test
 * would fail.
 */
export async function hasSettled(page: Page, path = ''): Promise<void> {
  await page
    .css(
      path
        ? '.experiment, .ledger .entry, al-own-sentence .bar, al-scenes .scene-picture svg *, .paper-controls, .teach:not(.outline *)'
        : '.home-sentence.live legend',
    )
    .nth(0)
    .box();
  await waitFor(async () => (await page.css('.lesson .loading, .scene-loading').count()) === 0);
  await page.run(() => document.fonts.ready.then(() => {}));
  // The glossary and the search are loaded last, when the page is idle.
  await waitFor(async () => (await page.css('al-search:defined').count()) === 1);
}

/** Waits until nothing has been loading or moving for some frames. */
export async function isStill(page: Page): Promise<void> {
  await waitFor(() =>
    page.run(async () => {
      const read = () => [scrollY, document.documentElement.scrollHeight].join();
      const before = read();
      for (let i = 0; i < 20; i++) await new Promise(requestAnimationFrame);
      return read() === before && document.querySelector('main [role="status"].loading') === null;
    }),
  );
}

export const text = (page: Page, selector: string): Promise<string> => page.css(selector).text();

export const pictureText = (page: Page): Promise<string> =>
  page.run(() => document.querySelector('.scene-stage svg')?.textContent ?? '');

/** Waits until `read` resolves to a value that equals `expected`, which can be or contain an asymmetric matcher. */
export const reads = (read: () => unknown, expected: unknown): Promise<void> =>
  waitFor(async () => expect(await read()).toEqual(expected));

/** Waits until an element's text contains or matches `expected`. */
export const shows = (page: Page, selector: string, expected: string | RegExp): Promise<void> =>
  waitFor(async () => expect(await text(page, selector), selector).toMatch(expected));
