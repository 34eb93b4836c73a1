// SPDX-License-Identifier: MIT
// Tests that a language can be added by new files alone, and the layout in a right-to-left pseudo-language with longer
// words. pages.test.ts tests the layout of every page after a translation by a browser.
import { openSite, unfold } from './support/lesson.ts';
import { layoutAt, named } from './support/other-readers.ts';
import { buildPseudoSite } from './support/other-site.ts';
import { PSEUDO } from './support/pseudo-locale.ts';
import { expect, once } from './support/test.ts';

/** A page of each kind. */
const PAGES = ['', 'softmax/', 'learning/', 'writing/', 'review/', 'documents/'];

once(
  'with a language with long words from right to left, nothing is clipped',
  async ({ page, host }) => {
    const site = await host(await buildPseudoSite());
    for (const path of PAGES) {
      await openSite(page, site, path, PSEUDO);
      expect(await page.run(() => document.documentElement.dir)).toBe('rtl');
      await unfold(page);
      expect([
        ...named('small', await layoutAt(page, 320)),
        ...named('large', await layoutAt(page, 1280)),
      ]).toEqual([]);
    }
  },
);
