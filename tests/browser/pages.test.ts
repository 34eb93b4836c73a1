// SPDX-License-Identifier: MIT
// Tests that axe finds no violation on any page in either theme, and that no page is wider than its window in any
// language. Each browser tests the narrowest width, because line breaking differs between them.
import { stops } from '../../web/src/site/stops.ts';
import { complete } from '../web/support/files.ts';
import { chooseSetting, openSite, unfold } from './support/lesson.ts';
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
/** scenes.test.ts reads 390 and 1280 px. */
const WIDTHS = [320, 768, 1920] as const;

/** A language with spaces between words, and one without. */
const NARROW = ['en', 'zh-Hant'] as const;

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

/** Runs in the page. Returns the boxes that are light although the theme is dark, without what can be pressed. */
function lightBoxes(): string[] {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  if (canvas === null) throw new Error('no canvas');
  const isLight = (colour: string) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return alpha > 128 && Math.min(red, green, blue) > 200;
  };
  return [...document.querySelectorAll('body, body *')].flatMap((one) => {
    const { width, height } = one.getBoundingClientRect();
    if (width < 60 || height < 30 || !one.checkVisibility() || one.matches('a, button, label'))
      return [];
    const { backgroundColor, fill } = getComputedStyle(one);
    const isBox = isLight(backgroundColor) || (one.localName === 'rect' && isLight(fill));
    return isBox ? `${one.localName}.${one.getAttribute('class')}` : [];
  });
}

test.for(PAGES)(
  '%j: axe finds nothing, and no language is wider than its window',
  async (path, { page, site, engine }) => {
    // Only Chromium audits every page, and in more than the narrowest width: rules do not depend on the engine.
    const isThorough = engine === 'chromium';
    for (const language of isThorough ? complete : NARROW) {
      await openSite(page, site, path, language);
      await unfold(page);
      if (isThorough && language === 'en') {
        expect(await page.axe()).toEqual([]);
        await chooseSetting(page, 'theme', 'dark');
        await waitFor(() => page.run(() => document.documentElement.dataset.theme === 'dark'));
        expect(await page.axe(COLOURS)).toEqual([]);
        expect(await page.run(lightBoxes)).toEqual([]);
      }
      for (const width of isThorough ? WIDTHS : [WIDTHS[0]])
        expect(await excess(page, width), `${language}, ${width} px`).toBeLessThanOrEqual(0);
    }
    if (isThorough) expect(await page.axe(ALL_BUT_COLOURS)).toEqual([]);
  },
);
