// SPDX-License-Identifier: MIT
// Every page: accessible in either theme, and no wider than its window in any language.
import { lessons } from '../../web/src/lessons/registry.ts';
import { LANGUAGES, openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const PAGES = ['', ...lessons.map(({ id }) => `#/${id}`)];
const WIDTHS = [320, 390, 768, 1280, 1920];

/** Shows what a reader has to ask for: data behind the plots, a statement's verdict. */
async function unfold(page: Page): Promise<void> {
  await page.run(() => {
    for (const details of document.querySelectorAll('details')) details.open = true;
  });
  const [first] = await page.css('.experiment-head button').all();
  await first?.click();
  if (first) await page.css('.verdict').nth(0).box();
}

/** Chooses in the site's head and waits until the page has changed. */
async function choose(page: Page, index: number, attribute: 'lang' | 'theme', value: string) {
  await page.css('.site-choices select').nth(index).select(value);
  const isChosen = (name: string, wanted: string) => {
    const { lang, dataset } = document.documentElement;
    return (name === 'lang' ? lang : dataset.theme) === wanted;
  };
  await waitFor(() => page.run(isChosen, attribute, value));
}

test.for(PAGES)('axe finds nothing in %j, light or dark', async (hash, { page, site, engine }) => {
  await openSite(page, site, hash);
  await unfold(page);
  expect(await page.axe()).toEqual([]);
  // The rules see the same elements and colours in every engine.
  if (engine !== 'chromium') return;
  await choose(page, 1, 'theme', 'dark');
  expect(await page.axe()).toEqual([]);
  await choose(page, 0, 'lang', 'zh-Hant');
  expect(await page.axe()).toEqual([]);
});

test.for(PAGES)('%j is no wider than its window, in any language', async (hash, { page, site }) => {
  await openSite(page, site, hash);
  await unfold(page);
  for (const language of LANGUAGES) {
    await choose(page, 0, 'lang', language);
    for (const width of WIDTHS) {
      await page.resize(width, 800);
      await waitFor(() => page.run((wanted) => Math.abs(innerWidth - wanted) < 20, width));
      // What measures itself is drawn anew a frame later.
      await waitFor(async () => {
        const excess = await page.run(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(excess, `${language}, ${width} px`).toBeLessThanOrEqual(0);
        return true;
      });
    }
  }
});
