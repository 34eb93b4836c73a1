// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { TERMS, type Term } from '../../web/src/glossary/terms.ts';
import { complete, siteFiles } from './support/files.ts';
import { OTHER_TRANSLATIONS } from './support/other-translations.ts';

type Words = Record<string, { name: string; definition: string }>;

const wordsIn = (language: string): Words => {
  const [file] = siteFiles(new RegExp(`^src/glossary/messages\\.${language}\\.json$`));
  return JSON.parse(file?.text ?? '{}').term;
};

/** The terms in a text that are translated differently from the glossary, one message each. */
const strays = (text: string, language: 'zh-Hans' | 'zh-Hant') =>
  Object.entries(OTHER_TRANSLATIONS).flatMap(([id, [simplified, traditional]]) => {
    const found = (language === 'zh-Hans' ? simplified : traditional).exec(text)?.[0];
    return found === undefined ? [] : [`"${found}" for ${wordsIn(language)[id]?.name}`];
  });

describe('the glossary', () => {
  it.each(complete)('has an entry for each of its terms in %s, and no others', (language) => {
    expect(Object.keys(wordsIn(language))).toEqual(TERMS.map(({ id }) => id));
  });

  it('has each term once', () => {
    for (const language of complete) {
      const names = Object.values(wordsIn(language)).map(({ name }) => name);
      expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
    }
  });

  it('repeats the English term in the Chinese entries', () => {
    const names = Object.values(wordsIn('en')).map(({ name }) => name);
    expect(names).toEqual(TERMS.map(({ english }: Term) => english));
  });

  it('defines a term in one or two sentences', () => {
    for (const language of complete) {
      for (const [id, { definition }] of Object.entries(wordsIn(language))) {
        const sentences = definition.match(language === 'en' ? /[.](?=\s|$)/g : /。/g) ?? [];
        expect(sentences.length, `${language} ${id}`).toBeGreaterThan(0);
        expect(sentences.length, `${language} ${id}`).toBeLessThanOrEqual(3);
      }
    }
  });
});

describe('the Chinese texts', () => {
  it.each(['zh-Hans', 'zh-Hant'] as const)('in %s use the glossary’s terms', (language) => {
    const files = siteFiles(new RegExp(`^src/.*\\b${language}\\.(?:json|md)$`));
    expect(files.length).toBeGreaterThan(5);
    const found = files.flatMap(({ path, text }) =>
      strays(text, language).map((stray) => `${path}: ${stray}`),
    );
    expect(found).toEqual([]);
  });

  it('are reported if they do not', () => {
    expect(strays('查询与键的内积，方差为 1', 'zh-Hans')).toEqual(['"内积" for 点积']);
    expect(strays('平均值是均值，方差不是', 'zh-Hant')).toEqual([
      '"均值" for 平均值',
      '"方差" for 變異數',
    ]);
  });
});
