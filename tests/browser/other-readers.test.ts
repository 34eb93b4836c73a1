// SPDX-License-Identifier: MIT
// Tests the layout of every page with text at twice its size, with wider text spacing, translated by a browser, and in a
// pseudo-language with longer words that runs from right to left.
import { stops } from '../../web/src/site/stops.ts';
import { layoutProblems } from './support/layout.ts';
import { openSite, unfold } from './support/lesson.ts';
import { buildPseudoSite } from './support/other-site.ts';
import type { Page } from './support/page.ts';
import { PSEUDO } from './support/pseudo-locale.ts';
import type { Server } from './support/server.ts';
import { expect, inOneEngine, test } from './support/test.ts';
import { type Translation, translate } from './support/translation.ts';

const PAGES = ['', ...stops.map(({ id }) => `${id}/`)];

/** The text spacing of WCAG 2.2, success criterion 1.4.12, as a user style sheet. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

const once = inOneEngine(test.extend('pseudoSite', { scope: 'file' }, buildPseudoSite));

/** Sets width, font size and style sheet, waits until the layout is complete, and returns its problems. */
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
    // Elements that measure themselves re-render some frames later, so the test waits until nothing overflows.
    for (let i = 0; i < 100 && (i < 3 || root.scrollWidth > root.clientWidth); i++) await frame();
  }, width);
  return layoutProblems(page);
}

/** Opens each page. Returns all problems that `read` finds, each after its page's path. */
async function onEveryPage(
  page: Page,
  site: Server,
  read: () => Promise<string[]>,
  language?: string,
) {
  const problems: string[] = [];
  for (const path of PAGES) {
    await openSite(page, site, path, language);
    // Waits for an element that only this page has, so that the previous page is not checked again.
    const here = path
      ? `al-lesson-page[data-lesson="${path.split('/')[0]}"] :is(.ledger .entry, al-own-sentence .bar, .scene-picture svg)`
      : 'al-home';
    await page.css(here).nth(0).box();
    await unfold(page);
    problems.push(...(await read()).map((problem) => `${path || 'home'}, ${problem}`));
  }
  return problems;
}

const named = (where: string, problems: string[]) =>
  problems.map((problem) => `${where}: ${problem}`);

/** The layout problems of a page that a browser has translated, in a narrow and in a wide window. */
async function translated(page: Page, into: Translation): Promise<string[]> {
  await translate(page, into);
  return [...named(into, await at(page, 390)), ...named(`${into}, wide`, await at(page, 1280))];
}

once(
  'with large text, wide spacing, a small screen or a translator, nothing is clipped',
  async ({ page, site }) => {
    const found = await onEveryPage(page, site, async () => [
      ...named('small', await at(page, 320)),
      ...named('large text', await at(page, 1280, '200%')),
      ...named('spacing', await at(page, 390, '', SPACING)),
      ...(await translated(page, 'fr')),
      ...(await translated(page, 'ar')),
      ...(await translated(page, 'ja')),
    ]);
    expect(found).toEqual([]);
  },
);

once(
  'with a language with long words from right to left, nothing is clipped',
  async ({ page, host, pseudoSite }) => {
    const read = async () => [
      ...((await page.run(() => document.documentElement.dir)) === 'rtl'
        ? []
        : ['from left to right']),
      ...named('small', await at(page, 320)),
      ...named('large', await at(page, 1280)),
    ];
    expect(await onEveryPage(page, await host(pseudoSite), read, PSEUDO)).toEqual([]);
  },
);
