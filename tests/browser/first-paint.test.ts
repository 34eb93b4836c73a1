// SPDX-License-Identifier: MIT
// Tests the outline: the content of the page before the site's modules are loaded.
import { readdir, readFile } from 'node:fs/promises';
import type { Language } from '../../web/src/i18n/languages.ts';
import { lessons, verifiedLessons } from '../../web/src/lessons/registry.ts';
import { layoutShift } from './support/layout.ts';
import { isStill, openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);

/** The entry module of the site. */
const MODULES = /\/page-[^/]*\.js/;

/** Two lessons, with their titles. */
const TITLES = {
  similarity: { en: 'Similarity', 'zh-Hans': '相似度', 'zh-Hant': '相似度' },
  softmax: { en: 'Softmax', 'zh-Hans': 'Softmax 函数', 'zh-Hant': 'Softmax 函數' },
} as const;

/**
 * Titles, questions, settings and the place of the first figure that the page shows, either from the outline (the HTML
 * before any module is loaded) or from the loaded lesson.
 */
const shown = (page: Page) =>
  page.run(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) =>
        innerText.trim(),
      );
    const box = (selector: string) => {
      // The outline of a lesson also has the figures for windows of another width, which are hidden.
      const visible = [...document.querySelectorAll(selector)].find((one) => one.checkVisibility());
      const { x = 0, y = 0, width = 0 } = visible?.getBoundingClientRect() ?? {};
      return [x, y, width].map(Math.round);
    };
    return {
      titles: texts('h1'),
      questions: texts('.scene-lead > p'),
      headers: texts('.brand-name'),
      boxes: [
        ...['h1', '.scene-lead > p', '.scene-figure'].map(box),
        ...['.brand', '.site-tools'].map(box),
      ],
      language: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      current: document.querySelector('.course [aria-current]')?.getAttribute('href'),
    };
  });

/** What a function reads in a page, in a narrow and in a wide window. */
async function atBothWidths<T>(page: Page, read: (page: Page) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const width of [1280, 390]) {
    await page.resize(width, 900);
    await isStill(page);
    found.push(await read(page));
  }
  return found;
}

once('title, question and figure come first and stay where they are', async ({ page, host }) => {
  const server = await host('dist');
  for (const [lesson, titles] of Object.entries(TITLES))
    for (const [language, title] of Object.entries(titles)) {
      // The server fails requests for the site's entry module, so the page shows only the outline.
      server.lost = MODULES;
      await page.open(`${server.url}${language}/${lesson}/`);
      const outline = await atBothWidths(page, shown);
      await page.takeProblems();
      for (const first of outline) {
        expect(first).toMatchObject({ language, theme: 'system', current: `../${lesson}/` });
        expect(first.titles).toEqual([title]);
        expect(first.questions).toEqual([expect.stringMatching(/./)]);
        for (const [, , boxWidth] of first.boxes) expect(boxWidth).toBeGreaterThan(0);
      }
      server.lost = undefined;
      await page.open('about:blank');
      await openSite(page, server, `${lesson}/`, language as Language);
      expect(await atBothWidths(page, shown)).toEqual(outline);
    }
});

/** The places of the parts of a page Verify, without those that a reader without scripts sees. */
const placesOnVerify = (page: Page) =>
  page.run(async () => {
    await document.fonts.ready;
    const parts = 'h1, .verify-texts, .experiment, .experiment-claim, .experiment button, .panel';
    return Array.from(document.querySelectorAll(parts), (one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [one.className || one.localName, ...[x, y, width, height].map(Math.round)].join(' ');
    });
  });

once('the claims of a page Verify stay where they are', async ({ page, host }) => {
  const server = await host('dist');
  for (const { id, claims } of verifiedLessons) {
    server.lost = MODULES;
    await page.open(`${server.url}en/${id}/verify/`);
    const outline = await atBothWidths(page, placesOnVerify);
    await page.takeProblems();
    for (const first of outline)
      expect(
        first.filter((place) => place.startsWith('experiment ')),
        id,
      ).toHaveLength(claims ?? 0);
    server.lost = undefined;
    await page.open('about:blank');
    await openSite(page, server, `${id}/verify/`);
    expect(await page.run(layoutShift), id).toBeLessThan(0.005);
    expect(await atBothWidths(page, placesOnVerify), id).toEqual(outline);
  }
});

once('the first script is no module, and every file that it names exists', async () => {
  const page = await readFile('dist/en/softmax/index.html', 'utf8');
  const names = [...page.matchAll(/<script src="\.\.\/\.\.\/assets\/([^"]+)"><\/script>/g)].map(
    ([, name]) => name,
  );
  expect(names).toHaveLength(1);
  const files = await readdir('dist/assets');
  expect(files).toContain(names[0]);
  const script = await readFile(`dist/assets/${names[0]}`, 'utf8');
  expect(script).not.toMatch(/\bimport\b|\bexport\b|__AHEAD__/);
  const named = [...script.matchAll(/"([\w.-]+\.(?:js|wasm))"/g)].map(([, file]) => file);
  expect(named.some((file) => file?.endsWith('.wasm'))).toBe(true);
  expect(files).toEqual(expect.arrayContaining(named));
  for (const { id, trains = false } of lessons)
    expect(/<html[^>]* data-trains/.test(await readFile(`dist/en/${id}/index.html`, 'utf8'))).toBe(
      trains,
    );
});
