// SPDX-License-Identifier: MIT
// Tests the outline: the content of the page before the site's modules are loaded.
import { readdir, readFile } from 'node:fs/promises';
import { lessons } from '../../web/src/lessons/registry.ts';
import { stops } from '../../web/src/site/stops.ts';
import { hasSettled, openSite } from './support/lesson.ts';
import type { Page } from './support/page.ts';
import { expect, inOneEngine, test } from './support/test.ts';

const once = inOneEngine(test);

const TITLES = { en: 'Softmax', 'zh-Hans': 'Softmax 函数', 'zh-Hant': 'Softmax 函數' };

/**
 * Titles, questions and settings that the page shows, either from the outline (the HTML before any module is loaded) or
 * from the loaded lesson.
 */
const shown = (page: Page) =>
  page.run(() => {
    const texts = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].map(({ innerText }) =>
        innerText.trim(),
      );
    const box = (selector: string) => {
      const {
        x = 0,
        y = 0,
        width = 0,
      } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
      return [x, y, width].map(Math.round);
    };
    return {
      titles: texts('h1'),
      questions: texts('.stage-question'),
      headers: texts('.brand-name'),
      boxes: ['h1', '.stage-question', '.stage', '.brand', '.site-tools'].map(box),
      language: document.documentElement.lang,
      theme: document.documentElement.dataset.theme,
      current: document.querySelector('.course [aria-current]')?.getAttribute('href'),
    };
  });

for (const width of [390, 1280])
  once(
    `title, question and frame come first and stay where they are, ${width} px`,
    async ({ page, host }) => {
      const server = await host('dist');
      await page.resize(width, 900);
      for (const [language, title] of Object.entries(TITLES)) {
        // The server fails requests for the site's entry module, so the page shows only the outline.
        server.lost = /\/page-[^/]*\.js/;
        await page.open(`${server.url}${language}/softmax/`);
        const first = await shown(page);
        await page.takeProblems();
        expect(first).toMatchObject({ language, theme: 'system', current: '../softmax/' });
        expect(first.titles).toEqual([title]);
        expect(first.questions[0]).not.toBe('');
        server.lost = undefined;
        await page.open('about:blank');
        await openSite(page, server, 'softmax/', language);
        expect(await shown(page)).toEqual(first);
      }
    },
  );

once(
  'every place has an outline with one title, and the site replaces it',
  async ({ page, host }) => {
    const server = await host('dist');
    for (const path of ['', ...stops.map(({ id }) => `${id}/`)]) {
      server.lost = /\/page-[^/]*\.js/;
      await page.open(`${server.url}en/${path}`);
      const { titles, headers } = await shown(page);
      await page.takeProblems();
      expect([path, titles.length, headers.length]).toEqual([path, 1, 1]);
      await page.open('about:blank');
    }
    server.lost = undefined;
    await page.open(`${server.url}en/`);
    await hasSettled(page);
    expect(await page.css('al-shell').count()).toBe(0);
    expect(await page.css('h1').count()).toBe(1);
  },
);

test('the first script is no module, and every file that it names exists', async () => {
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
