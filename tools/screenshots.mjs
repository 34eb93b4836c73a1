// SPDX-License-Identifier: MIT
// `npm run screenshots`: saves screenshots of every page to build/screenshots, at 390 and 1280 px, in both colour
// schemes and every language, for visual review; no test compares them. Also records the animated GIF of README.md.
import { join } from 'node:path';
import { SITE_STEPS, withSite } from './launch.mjs';
import { hasFile, LESSON_IDS } from './lesson-list.mjs';
import { film } from './moving-picture.mjs';
import { ROOT } from './process.mjs';
import { languagesOf } from './translations.mjs';

const RESULT = '.experiment, al-scenes .scene-picture svg';

/** @param {string} name @param {string} path @param {string} ready  selector of the element to wait for */
const page = (name, path, ready) => ({ name, path, ready });
const PAGES = [
  page('home', '', '.home-sentence.live'),
  ...LESSON_IDS.flatMap((id) => [
    page(id, `${id}/`, RESULT),
    page(`${id}-worksheet`, `${id}/worksheet/`, '.paper-controls'),
    ...(hasFile(id, 'claims.ts') ? [page(`${id}-verify`, `${id}/verify/`, RESULT)] : []),
  ]),
  page('review', 'review/', 'al-own-sentence .bar'),
  page('documents', 'documents/', '.ledger .entry'),
  page('teach', 'teach/', '.teach:not(.outline *)'),
];
const WIDTHS = [390, 1280];
const THEMES = /** @type {const} */ (['light', 'dark']);
const FOLDER = join(ROOT, 'build', 'screenshots');

async function shoot() {
  await withSite(async (browser, url) => {
    await film(browser, url);
    for (const width of WIDTHS)
      for (const colorScheme of THEMES) {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        const page = await context.newPage();
        for (const { language } of languagesOf())
          for (const { name, path, ready } of PAGES) {
            await page.goto(`${url}${language}/${path}`);
            await page.reload();
            await page.locator(ready).first().waitFor();
            for (const button of await page.locator('.experiment-head button').all())
              await button.click();
            await page.evaluate(() => document.fonts.ready);
            const file = join(FOLDER, `${name}-${width}-${colorScheme}-${language}.png`);
            await page.screenshot({ path: file, fullPage: true });
          }
        await context.close();
      }
  });
  console.log(`written to ${FOLDER}`);
}

export const steps = () => [...SITE_STEPS, { name: 'screenshots', run: shoot }];
