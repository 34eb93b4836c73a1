// SPDX-License-Identifier: MIT
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the planted sources are TypeScript themselves
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { inEveryLanguage } from '../../web/build/every-language.ts';
import { liveCharacters } from '../../web/build/math-characters.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { flatten } from './support/catalogues.ts';
import { complete, languageSets, type SiteFile, siteFiles } from './support/files.ts';
import { hardCodedStrings } from './support/hard-coded.ts';
import { markupParts } from './support/markup.ts';
import { parameterProblems } from './support/message-calls.ts';
import { parseSource, templateParts } from './support/templates.ts';
import { isMaths, pageProblems } from './support/visible-text.ts';

// The sources of the site. Excludes the languages' own names, which are the same in every language, and the grammars of
// generated sentences, each of which is for one language.
const sources = siteFiles(/^src\/(?!i18n\/languages\.ts|engine\/sentences\/).*(?<!\.d)\.ts$/);
const MESSAGES = fileURLToPath(new URL('../../web/src/i18n/messages/', import.meta.url));
// Excludes the pages that name the site before a language is chosen.
const pages = siteFiles(/^(?!404|index)[^/]+\.html$/);

/** The characters in a file's formulas that are not in the small font for formulas rendered at run time. */
const strangers = (source: string) =>
  templateParts(parseSource(source))
    .filter(({ attribute, elements }) => attribute === undefined && isMaths(elements))
    .flatMap(({ value }) => [...value.replace(/\s/g, '').replace(/&\w+;/g, '')])
    .filter(
      (character) => !liveCharacters.includes(character) && !/[\u2061-\u2064]/.test(character),
    );

/** The problems that a check finds in all files; each message begins with the file's path. */
const inAll = (files: readonly SiteFile[], check: (text: string) => readonly string[]) =>
  files.flatMap(({ path, text }) => check(text).map((found) => `${path} ${found}`));

describe('the source of the site', () => {
  it('has no hard-coded text', () => {
    expect(inAll(sources, (text) => hardCodedStrings(text))).toEqual([]);
  });

  it('uses only glyphs of the font in formulas', () => {
    expect(inAll(sources, strangers)).toEqual([]);
  });

  it('gives every message its parameters', () => {
    const english = (pattern: RegExp) =>
      Array.from(languageSets(pattern), ([name, { en = '{}' }]) => ({
        name,
        texts: flatten(JSON.parse(en) as Catalogue),
      }));
    const shared = english(/^src\/i18n\/(messages)\/([\w-]+)\.json$/).flatMap(({ texts }) => [
      ...texts,
    ]);
    const own = english(/^src\/(.+)\/messages\.([\w-]+)\.json$/);
    const problems = sources.flatMap(({ path, text }) => {
      const local = own
        .filter(({ name }) => path.startsWith(`src/${name}/`))
        .flatMap(({ texts }) => [...texts]);
      return parameterProblems(text, new Map([...shared, ...local]), path).map(
        (found) => `${path} ${found}`,
      );
    });
    expect(problems).toEqual([]);
  });
});

it('the pages contain no text in a single language', () => {
  const built = (text: string) => inEveryLanguage(text, MESSAGES);
  expect(inAll(pages, (text) => pageProblems(markupParts(built(text)), complete))).toEqual([]);
});

describe('the check of TypeScript', () => {
  it.each([
    ['text', 'html`<p>Hello</p>`', 'line 1: hard-coded "Hello"'],
    ['a Chinese template', 'const text = `共${n}`;', 'line 1: hard-coded "共"'],
    ['text in SVG', 'svg`<text x="1">weight</text>`', 'line 1: hard-coded "weight"'],
    ['words in a formula', 'html`<math><mtext>if</mtext></math>`', 'line 1: hard-coded "if"'],
  ])('reports %s', (_, source, problem) => {
    expect(hardCodedStrings(source)).toEqual([problem]);
  });

  it('reports a glyph that the font of live formulas lacks', () => {
    expect(strangers('html`<math><mo>⟦</mo><mi>x</mi></math>`')).toEqual(['⟦']);
  });

  it('reports a message without its parameters', () => {
    const texts = new Map(
      Object.entries({ hi: 'Hi {{name}}', keys_one: 'One', keys_other: '{{count}}', ok: 'OK' }),
    );
    const problems = (source: string) => parameterProblems(source, texts);
    expect(problems("i18n.t('hi')")).toEqual(['line 1: hi gets {}, expected {name}']);
    expect(problems("t('hi', {nom: 1})")).toEqual(['line 1: hi gets {nom}, expected {name}']);
    expect(problems("t('keys')")).toEqual(['line 1: keys gets {}, expected {count}']);
    expect(problems("t('ok', {x})")).toEqual(['line 1: ok gets {x}, expected {}']);
    expect(
      problems("t('hi', {name}); t('keys', {count: 2}); t('ok'); t(key); t('hi', all)"),
    ).toEqual([]);
  });
});

describe('the check of pages', () => {
  const page = (body: string) =>
    pageProblems(
      markupParts(`<html lang="en"><head><title>Lab</title></head><body>${body}</body></html>`),
      complete,
    );

  it('reports a missing language', () => {
    expect(() => inEveryLanguage('<!-- in every language: site.nothing -->', MESSAGES)).toThrow(
      'en.json lacks site.nothing',
    );
  });

  it('reports text, labels and a noscript in one language', () => {
    expect(page('<main>Welcome</main>')).toEqual(['hard-coded "Welcome"']);
    expect(page('<img alt="Logo">')).toEqual(['hard-coded "Logo"']);
    expect(page('<noscript><p lang="en">Needs scripts</p></noscript>')).toEqual([
      '<noscript> lacks lang="zh-Hans"',
      '<noscript> lacks lang="zh-Hant"',
    ]);
  });
});
