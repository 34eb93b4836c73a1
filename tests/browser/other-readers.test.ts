// SPDX-License-Identifier: MIT
// Every page for readers with other settings: text at twice its size, wider spacing, another
// language whose words are longer and run from right to left.
import { stops } from '../../web/src/site/stops.ts';
import { layoutProblems } from './support/layout.ts';
import { openSite, unfold } from './support/lesson.ts';
import { buildPseudoSite } from './support/other-site.ts';
import type { Page } from './support/page.ts';
import { PSEUDO } from './support/pseudo-locale.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const PAGES = ['', ...stops.map(({ id }) => `#/${id}`)];

/** WCAG 2.2, 1.4.12, as a reader's own style sheet. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const once = inOneEngine(test.extend('pseudoSite', { scope: 'file' }, buildPseudoSite));

/** Lays the page out anew, waits until it has, and says what is wrong with it. */
async function at(page: Page, width: number, fontSize = '', sheet = ''): Promise<string[]> {
  await page.run(
    (size, text) => {
      document.documentElement.style.fontSize = size;
      const own = new CSSStyleSheet();
      own.replaceSync(text);
      const name = 'the reader’s own';
      const others = document.adoptedStyleSheets.filter((one) => !(name in one));
      document.adoptedStyleSheets = [...others, Object.assign(own, { [name]: true })];
    },
    fontSize,
    sheet,
  );
  await page.resize(width, 900);
  await page.run(async (wanted) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (innerWidth !== wanted) await frame();
    const { documentElement: root } = document;
    // What measures itself is drawn anew some frames later.
    for (let i = 0; i < 100 && (i < 3 || root.scrollWidth > root.clientWidth); i++) await frame();
  }, width);
  return layoutProblems(page);
}

once.for(PAGES)(
  '%j: large text, wide spacing and small screens cut nothing off',
  async (hash, { page, site }) => {
    await openSite(page, site, hash);
    await unfold(page);
    expect(await at(page, 320), 'small').toEqual([]);
    expect(await at(page, 1280, '200%'), 'large text').toEqual([]);
    expect(await at(page, 640, '200%'), 'large text, half a window').toEqual([]);
    expect(await at(page, 1280, '', SPACING), 'spacing').toEqual([]);
    expect(await at(page, 390, '', SPACING), 'spacing, small').toEqual([]);
  },
);

once.for(PAGES)(
  '%j: a language with long words, from right to left, cuts nothing off',
  async (hash, { page, host, pseudoSite }) => {
    await openSite(page, await host(pseudoSite), hash, PSEUDO);
    expect(await page.run(() => document.documentElement.dir)).toBe('rtl');
    await unfold(page);
    expect(await at(page, 320), 'small').toEqual([]);
    expect(await at(page, 1280), 'large').toEqual([]);
  },
);
