// SPDX-License-Identifier: MIT
// Takes the pictures for link previews (Open Graph): each page as a first visitor sees it, without header and bars.
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { withSite } from './launch.mjs';
import { Failure, ROOT } from './process.mjs';

const DIST = join(ROOT, 'dist');
/** The recommended size of Open Graph images, in pixels. */
const SIZE = { width: 1200, height: 630 };
const HIDDEN = '.site-header, .scene-bar, .skip { display: none }';

/** Takes a picture of each page of dist/ with a tag og:image. Only a build with SITE_URL adds these tags. */
export async function takePreviews() {
  const pages = readdirSync(DIST, { recursive: true, encoding: 'utf8' }).filter(
    (file) =>
      basename(file) === 'index.html' &&
      readFileSync(join(DIST, file), 'utf8').includes('"og:image"'),
  );
  if (pages.length === 0) throw new Failure('no page names a picture: set SITE_URL and build');
  await withSite(async (browser, url) => {
    const context = await browser.newContext({ viewport: SIZE, colorScheme: 'light' });
    for (const folder of pages.map(dirname)) {
      const page = await context.newPage();
      await page.goto(`${url}${folder}/`);
      await page.locator('al-site main h1').waitFor();
      await page.evaluate((rules) => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync(rules);
        document.adoptedStyleSheets.push(sheet);
      }, HIDDEN);
      // With `font-display: optional`, a page may be shown without its fonts. The picture needs them.
      await page.evaluate(() => Promise.all([...document.fonts].map((font) => font.load())));
      await page.waitForLoadState('networkidle');
      await page.screenshot({ path: join(DIST, folder, 'preview.png') });
      await page.close();
    }
  });
  console.log(`${pages.length} pictures`);
}
