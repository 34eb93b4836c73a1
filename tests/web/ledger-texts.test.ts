// SPDX-License-Identifier: MIT
// Checks the texts of the ledger (web/src/ledger): the five source documents, their statements, and the errata.
// glossary.test.ts checks the Chinese terms.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Language } from '../../web/src/i18n/languages.ts';
import { catalogueProblems } from './support/catalogues.ts';
import { foreignCharacters } from './support/chinese.ts';
import { complete, languageSets } from './support/files.ts';

type Texts = Readonly<Record<'document' | 'statement' | 'erratum', Record<string, string>>>;

const ids = readFileSync(new URL('../engine/ledger-ids.txt', import.meta.url), 'utf8')
  .trim()
  .split(/\s+/);
const files = languageSets(/^src\/(documents)\/statements\.([\w-]+)\.json$/).get('documents') ?? {};
const textsIn = (language: Language): Texts => JSON.parse(files[language] ?? '{}');
const all = new Map(complete.map((language) => [language, textsIn(language)]));
const textsOf = (language: Language) => all.get(language) ?? textsIn(language);

/** The maximum lengths of texts in columns of a monospaced font, in which a Chinese character takes two. */
const LONGEST = { document: 45, statement: 140, erratum: 210 } as const;
const widthOf = (text: string) => text.replace(/[\u2e80-\uffef]/g, '__').length;

/** Exclamation marks and markup: the forbidden characters of languages without an entry in UNWANTED. */
const HASTE = /[!`<>]|\*\*|\]\(/;
const UNWANTED: Readonly<Record<Language, RegExp>> = {
  en: /[!`<>"'「」]|\*\*|\]\(/,
  'zh-Hans': /[!！`<>"'「」]|\*\*|\]\(/,
  'zh-Hant': /[!！`<>"'“”]|\*\*|\]\(/,
};

function problemsOf(text: string, section: keyof Texts, language: Language): string[] {
  const unwanted = (UNWANTED[language] ?? HASTE).exec(text);
  const whole = section === 'document' || (language.startsWith('zh') ? /。$/ : /\.$/).test(text);
  return [
    ...(text.trim() === text && text !== '' ? [] : ['is empty, or has blanks around it']),
    ...(widthOf(text) <= LONGEST[section] ? [] : [`is ${widthOf(text)} columns long`]),
    ...(unwanted ? [`has ${unwanted[0]}`] : []),
    ...(whole ? [] : ['does not end as a sentence']),
  ];
}

/** The different numbers of a text, sorted, such as "0.5 1,258,498 1e6". */
const numbersOf = (text: string) =>
  [...new Set(text.match(/\d+(?:,\d{3})*(?:\.\d+)?(?:e\d+)?/g))].sort().join(' ');

describe('the texts of the ledger', () => {
  it.each(complete)(
    'in %s exist for all documents, statements and errata, and no others',
    (language) => {
      const { document, statement, erratum } = textsOf(language);
      expect(Object.keys(document)).toEqual(['000', '001', '002', '003', '004']);
      expect([...Object.keys(statement), ...Object.keys(erratum)]).toEqual(ids);
    },
  );

  it('are written in each language, in its own script', () => {
    const foreign = complete.flatMap((language) =>
      foreignCharacters(files[language] ?? '', language).map((found) => `${language}: ${found}`),
    );
    expect([...catalogueProblems(Object.fromEntries(all), 'statements'), ...foreign]).toEqual([]);
  });

  it.each(complete)('in %s are short, plain sentences without duplicates', (language) => {
    const entries = (['document', 'statement', 'erratum'] as const).flatMap((section) =>
      Object.entries(textsOf(language)[section]).map(([id, text]) => ({ section, id, text })),
    );
    const found = entries.flatMap(({ section, id, text }) =>
      problemsOf(text, section, language).map((problem) => `${id} ${problem}`),
    );
    expect(found).toEqual([]);
    const texts = entries.map(({ text }) => text);
    expect(texts.filter((text, i) => texts.indexOf(text) !== i)).toEqual([]);
  });

  it('contain the same numbers in every language', () => {
    for (const section of ['statement', 'erratum'] as const) {
      for (const [id, text] of Object.entries(textsOf('en')[section])) {
        for (const language of complete)
          expect(numbersOf(textsOf(language)[section][id] ?? ''), `${id}, ${language}`).toBe(
            numbersOf(text),
          );
      }
    }
  });
});

describe('the check of these texts', () => {
  it.each<[string, keyof Texts, Language, string[]]>([
    ['It is 1.', 'statement', 'en', []],
    ['', 'document', 'en', ['is empty, or has blanks around it']],
    ['它等于 1', 'statement', 'zh-Hans', ['does not end as a sentence']],
    ['真好！。', 'erratum', 'zh-Hant', ['has ！']],
    [`${'很'.repeat(70)}。`, 'statement', 'zh-Hant', ['is 142 columns long']],
  ])('reports the problems of “%s”', (text, section, language, problems) => {
    expect(problemsOf(text, section, language)).toEqual(problems);
  });

  it('distinguishes numbers', () => {
    expect(numbersOf('at d = 64: 1,258,498 or 0.5, 1e6, 64')).toBe('0.5 1,258,498 1e6 64');
  });
});
