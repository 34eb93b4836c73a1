// SPDX-License-Identifier: MIT
// Checks the layout of a page with large text, with wide text spacing, or translated by a browser.
import { layoutProblems } from './layout.ts';
import type { Page } from './page.ts';
import { type Translation, translate } from './translation.ts';

/** The text spacing of WCAG 2.2, success criterion 1.4.12, as a user style sheet. */
const SPACING = `* {
  line-height: 1.5 !important;
  letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important;
}
p { margin-block-end: 2em !important; }`;

/** The layout problems of a page at a width in pixels, with a font size of the root and a user style sheet. */
export async function layoutAt(
  page: Page,
  width: number,
  fontSize = '',
  sheet = '',
): Promise<string[]> {
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

export const named = (where: string, problems: string[]) =>
  problems.map((problem) => `${where}: ${problem}`);

async function translated(page: Page, into: Translation): Promise<string[]> {
  await translate(page, into);
  return [
    ...named(into, await layoutAt(page, 390)),
    ...named(`${into}, wide`, await layoutAt(page, 1280)),
  ];
}

/** The layout problems at 320 px, with large text, with wide spacing, and translated. Leaves the page translated. */
export async function problemsOfOthers(page: Page): Promise<string[]> {
  return [
    ...named('small', await layoutAt(page, 320)),
    ...named('large text', await layoutAt(page, 1280, '200%')),
    ...named('spacing', await layoutAt(page, 390, '', SPACING)),
    ...(await translated(page, 'fr')),
    ...(await translated(page, 'ar')),
    ...(await translated(page, 'ja')),
  ];
}
