// SPDX-License-Identifier: MIT
// Tests that axe finds no violation on any page in either theme, and that no page is wider than its window in any
// language. Each browser engine tests the narrowest width, because line breaking differs between them.
import { stops } from '../../web/src/site/stops.ts';
import { complete } from '../web/support/files.ts';
import { chooseLanguage, chooseSetting, openSite, unfold } from './support/lesson.ts';
import { ALL_BUT_COLOURS, COLOURS, type Page } from './support/page.ts';
import { expect, test } from './support/test.ts';
import { waitFor } from './support/wait.ts';

const PAGES = [
  '',
  ...stops.map(({ id }) => `${id}/`),
  'teach/',
  // The sheets with the longest lines and with matrices.
  'softmax/worksheet/',
  'self-attention/worksheet/',
];
const WIDTHS = [320, 390, 768, 1280, 1920] as const;

/** Selects a language or a theme in the site's header and waits until the page uses it. */
async function choose(page: Page, attribute: 'lang' | 'theme', value: string) {
  if (attribute === 'lang') await chooseLanguage(page, value);
  else await chooseSetting(page, attribute, value);
  const isChosen = (name: string, wanted: string) => {
    const { lang, dataset } = document.documentElement;
    return (name === 'lang' ? lang : dataset.theme) === wanted;
  };
  await waitFor(() => page.run(isChosen, attribute, value));
}

/** Resizes the page and waits until its layout is complete. @returns by how many pixels the content is too wide */
async function excess(page: Page, width: number): Promise<number> {
  await page.resize(width, 800);
  return page.run(async (wanted) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (Math.abs(innerWidth - wanted) >= 20) await frame();
    const { documentElement: root } = document;
    // Elements that measure themselves re-render some frames later, so the test waits until nothing overflows.
    for (let i = 0; i < 300 && root.scrollWidth > root.clientWidth; i++) await frame();
    return root.scrollWidth - root.clientWidth;
  }, width);
}

test.for(PAGES)(
  '%j: axe finds nothing, and no language is wider than its window',
  async (hash, { page, site, engine }) => {
    await openSite(page, site, hash);
    await unfold(page);
    expect(await page.axe()).toEqual([]);
    const isThorough = engine === 'chromium';
    if (isThorough) {
      await choose(page, 'theme', 'dark');
      expect(await page.axe(COLOURS)).toEqual([]);
    }
    for (const language of complete) {
      await choose(page, 'lang', language);
      for (const width of isThorough ? WIDTHS : [WIDTHS[0]])
        expect(await excess(page, width), `${language}, ${width} px`).toBeLessThanOrEqual(0);
    }
    if (isThorough) expect(await page.axe(ALL_BUT_COLOURS)).toEqual([]);
  },
);
