// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import type { Language } from '../../web/src/i18n/languages.ts';
import { type CatalogueSet, catalogueProblems, flatten } from './support/catalogues.ts';
import { foreignCharacters } from './support/chinese.ts';
import { complete, languageSets, siteFiles } from './support/files.ts';

const shared = languageSets(/^src\/i18n\/(messages)\/([\w-]+)\.json$/);
const own = new Map([
  ...languageSets(/^src\/(.+)\/messages\.([\w-]+)\.json$/),
  ...languageSets(/^src\/(.+\/teach)\.([\w-]+)\.json$/),
]);

describe('the catalogues of the site', () => {
  it('exist', () => {
    expect([...shared.keys()]).toEqual(['messages']);
  });

  it.each([...shared, ...own])('%s: every language has the same messages', (name, texts) => {
    const parse = (language: Language): Catalogue => JSON.parse(texts[language] ?? '{}');
    const present = [...new Set([...complete, ...Object.keys(texts)])];
    const set = Object.fromEntries(present.map((language) => [language, parse(language)]));
    const foreign = present.flatMap((language) =>
      foreignCharacters(texts[language] ?? '', language).map((found) => `${language}: ${found}`),
    );
    expect([...catalogueProblems(set, name), ...foreign]).toEqual([]);
  });
});

it('no message or paragraph of a page in Chinese is an English sentence', () => {
  const texts = siteFiles(/^src\/.*\.?zh-Han[st]\.(?:json|md)$/).flatMap(({ path, text }) =>
    (path.endsWith('.md') ? text.split(/\n\s*\n/) : [...flatten(JSON.parse(text)).values()]).map(
      (one) => `${path}: ${one}`,
    ),
  );
  expect(texts.length).toBeGreaterThan(4000);
  const isEnglish = /: .*(?:[a-z]+ ){3}[a-z]+/is;
  expect(texts.filter((one) => isEnglish.test(one) && !/\p{Script=Han}/u.test(one))).toEqual([]);
});

const numbersIn = (text = ''): string[] =>
  (text.match(/∞|\d+(?:[.,]\d+)*|[⁰¹²³⁴-⁹]+/g) ?? []).sort();

it.each([...own])('%s: what a guess is told has the same numbers in every language', (_, texts) => {
  const [english = new Map(), ...others] = complete.map((language) =>
    flatten(JSON.parse(texts[language] ?? '{}')),
  );
  for (const [key, text] of english)
    if (key.includes('.feedback.'))
      for (const other of others) expect(numbersIn(other.get(key)), key).toEqual(numbersIn(text));
});

describe('the check of catalogues', () => {
  const sound = {
    en: {
      a: { b: 'Hello {{name}}' },
      keys_one: 'One key',
      keys_other: '{{count}} keys',
      s: 'σ',
      p: '{{x}}',
    },
    'zh-Hans': { a: { b: '{{name}}，你好' }, keys_other: '{{count}} 个键', s: 'σ', p: '{{x}}' },
    'zh-Hant': { a: { b: '{{name}}，你好' }, keys_other: '{{count}} 個鍵', s: 'σ', p: '{{x}}' },
  } satisfies CatalogueSet;
  const problems = (language: keyof typeof sound, changes: Catalogue) =>
    catalogueProblems({ ...sound, [language]: { ...sound[language], ...changes } }, 'set');

  it.each<[string, keyof typeof sound, Catalogue, string]>([
    ['a missing key', 'zh-Hans', { a: {} }, 'set, zh-Hans: a.b is missing'],
    [
      'a plural form too many',
      'zh-Hans',
      { keys_one: '一个键' },
      'set, zh-Hans: keys has a needless form "one"',
    ],
  ])('reports %s', (_, language, changes, problem) => {
    expect(problems(language, changes)).toContain(problem);
  });

  it('reports a missing plural form', () => {
    const { keys_one: _, ...en } = sound.en;
    expect(catalogueProblems({ ...sound, en }, 'set')).toEqual([
      'set, en: keys lacks the plural form "one"',
    ]);
  });
});

describe('the check of scripts', () => {
  it('reports characters of the other script, and accepts shared ones', () => {
    expect(foreignCharacters('查询与權重', 'zh-Hans')).toEqual(['權']);
    expect(foreignCharacters('查询與權重', 'zh-Hant')).toEqual(['询']);
    expect(foreignCharacters('值与键的后里只', 'zh-Hans')).toEqual([]);
    expect(foreignCharacters('值與鍵只云控制', 'zh-Hant')).toEqual([]);
    expect(foreignCharacters('key 键', 'en')).toEqual(['键']);
  });
});
