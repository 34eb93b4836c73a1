// SPDX-License-Identifier: MIT
// Tests the outline: the content of the page before the site's modules are loaded.
import { readdir, readFile } from 'node:fs/promises';
import { lessons, verifiedLessons } from '../../web/src/lessons/registry.ts';
import { hasSettled, isStill } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import type { Server } from './support/server.ts';
import { expect, once } from './support/test.ts';
import { waitFor } from './support/wait.ts';

/** The entry module of the site. */
const MODULES = /\/page-[^/]*\.js/;

/** With this header, the browser caches no modules. The site's own headers would let it. */
const UNCACHED = { headers: { 'Cache-Control': 'no-store' } };

/** One page of a lesson in each language, with its title. */
const TITLES = {
  similarity: { 'zh-Hant': '相似度' },
  softmax: { en: 'Softmax', 'zh-Hans': 'Softmax 函数' },
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

/** Reads a page in a wide window (1,280 px), then in a narrow one (390 px). Returns both results. */
async function atBothWidths<T>(page: Page, read: (page: Page) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const width of [1280, 390]) {
    await page.resize(width, 900);
    await isStill(page);
    found.push(await read(page));
  }
  return found;
}

/**
 * Opens a page while the server withholds the site's modules, reads it at both widths, and passes each result to
 * `check`. Then releases the modules and expects that the loaded page reads the same.
 */
async function staysAsBuilt<T>(
  page: Page,
  server: Server,
  path: string,
  read: (page: Page) => Promise<T>,
  check: (outline: T) => void,
): Promise<void> {
  server.held = MODULES;
  await page.open('about:blank');
  await page.go(server.url + path);
  await waitFor(() => page.run(() => document.querySelector('main h1') !== null));
  const outline = await atBothWidths(page, read);
  for (const one of outline) check(one);
  server.release();
  await hasSettled(page, path);
  await waitFor(() => page.run(() => document.querySelector('al-shell') === null));
  expect(await atBothWidths(page, read), path).toEqual(outline);
}

once('title, question and figure come first and stay where they are', async ({ page, host }) => {
  const server = await host('dist', UNCACHED);
  for (const [lesson, titles] of Object.entries(TITLES))
    for (const [language, title] of Object.entries(titles))
      await staysAsBuilt(page, server, `${language}/${lesson}/`, shown, (first) => {
        expect(first).toMatchObject({ language, theme: 'system', current: `../${lesson}/` });
        expect(first.titles).toEqual([title]);
        expect(first.questions).toEqual([expect.stringMatching(/./)]);
        for (const [, , boxWidth] of first.boxes) expect(boxWidth).toBeGreaterThan(0);
      });
});

/** Position and size of the parts of a page Verify, without parts that are shown only if scripts are off. */
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
  const server = await host('dist', UNCACHED);
  for (const { id, claims } of verifiedLessons)
    await staysAsBuilt(page, server, `en/${id}/verify/`, placesOnVerify, (outline) => {
      const places = outline.filter((place) => place.startsWith('experiment '));
      expect(places, id).toHaveLength(claims ?? 0);
    });
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
