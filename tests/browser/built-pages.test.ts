// SPDX-License-Identifier: MIT
// Checks the HTML files that the build writes, as search engines and readers without scripts see them.
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HtmlValidate, StaticConfigLoader } from 'html-validate';
import { languages } from '../../web/src/i18n/languages.ts';
import { lessons, verifiedLessons } from '../../web/src/lessons/registry.ts';
import { sheetLessons } from '../../web/src/worksheet/lesson-entry.ts';
import { complete } from '../web/support/files.ts';
import { expect, once } from './support/test.ts';

const ROOT = 'dist';

async function builtPages() {
  const files = await Promise.all(
    languages.map(async (language) =>
      (await readdir(join(ROOT, language), { recursive: true }))
        .filter((file) => file.endsWith('.html'))
        .map((file) => `${language}/${file}`),
    ),
  );
  return Promise.all(
    files.flat().map(async (file) => ({ file, html: await readFile(join(ROOT, file), 'utf8') })),
  );
}

const valuesOf = (html: string, pattern: RegExp) =>
  [...html.matchAll(pattern)].map(([, value = '']) => value);

once('each page is of one language, and has its own title and a description', async () => {
  const pages = await builtPages();
  // For each language: 4 pages (home, review, documents, teachers), the lessons, and their pages Verify and worksheets.
  const ofLessons = lessons.length + verifiedLessons.length + sheetLessons.length;
  expect(pages).toHaveLength(languages.length * (4 + ofLessons));
  for (const { file, html } of pages) {
    const [language = ''] = file.split('/');
    expect(html, file).toContain(`<html lang="${language}"`);
    expect(valuesOf(html, /<h1\b[^>]*>([^<]+)/g), file).toHaveLength(1);
    for (const pattern of [/<title>([^<]+)</g, /<meta name="description" content="([^"]+)"/g])
      expect(valuesOf(html, pattern), file).toHaveLength(1);
    const alternates = valuesOf(html, /rel="alternate" hreflang="([^"]+)"/g);
    expect(alternates, file).toEqual(expect.arrayContaining([...complete]));
    const data = valuesOf(html, /<script type="application\/ld\+json">(.+?)<\/script>/g);
    for (const text of data)
      expect(JSON.parse(text), file).toMatchObject({
        '@type': 'LearningResource',
        inLanguage: complete.includes(language) ? language : expect.any(String),
      });
  }
});

once('every link of a page leads to a file of the site', async () => {
  const lost = (await builtPages()).flatMap(({ file, html }) =>
    valuesOf(html, /\s(?:href|src)="([^"#]+)/g).filter((link) => {
      const { origin, pathname } = new URL(link, `https://site.example/${file}`);
      if (origin !== 'https://site.example') return false;
      return !existsSync(join(ROOT, pathname.replace(/\/$/, '/index.html')));
    }),
  );
  expect(lost).toEqual([]);
});

once('every page is valid HTML', async () => {
  const standard = new StaticConfigLoader({ extends: ['html-validate:standard'] });
  const validator = new HtmlValidate(standard);
  const problems = (await builtPages()).map(async ({ file, html }) => {
    const { results } = await validator.validateString(html);
    const messages = results.flatMap((result) => result.messages);
    return messages.map(({ line, message }) => `${file}:${line}: ${message}`);
  });
  expect((await Promise.all(problems)).flat()).toEqual([]);
});

once('a page Verify has every claim, and without scripts its outcome', async () => {
  const LONG = ['scoring', 'learning'];
  for (const { id, claims } of verifiedLessons)
    for (const language of complete) {
      const file = `${language}/${id}/verify/index.html`;
      const html = await readFile(join(ROOT, file), 'utf8');
      const cards = html.split(/(?=<li class="experiment")/).slice(1);
      expect(cards, file).toHaveLength(claims ?? 0);
      for (const card of cards) {
        expect(card, file).toMatch(/<h3 [^>]*>[^<]+<\/h3>\s*<p class="experiment-source">[^<]*</);
        expect(card, file).toMatch(/<button type="button" disabled>/);
      }
      // The build does not measure one claim of each lesson in LONG, because the claim needs a long training.
      const decided = cards.filter((card) => /<noscript>\s*<p class="verdict"/.test(card));
      expect(decided, file).toHaveLength(cards.length - (LONG.includes(id) ? 1 : 0));
      expect(html, file).toContain('<noscript class="notice">');
      expect(html, file).not.toContain('{{');
    }
});
