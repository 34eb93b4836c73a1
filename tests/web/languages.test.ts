// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { chooseLanguage, storeLanguage } from '../../web/src/i18n/choose-language.ts';
import { languageNames, languages, matchLanguage } from '../../web/src/i18n/languages.ts';
import { matchAmong } from '../../web/src/i18n/match-language.ts';
import { ownNames } from '../../web/src/i18n/own-names.ts';
import { withForbiddenStore, withStore } from './support/store.ts';

describe('matchLanguage', () => {
  it.each([
    ['en', 'en'],
    ['en-GB', 'en'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-Hans-HK', 'zh-Hans'],
    ['cmn', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-MO', 'zh-Hant'],
    ['ZH_tw', 'zh-Hant'],
    ['zh_Hant_TW', 'zh-Hant'],
    ['zh-hant', 'zh-Hant'],
    ['yue', 'zh-Hant'],
    ['tlh', undefined],
    ['', undefined],
    ['<script>', undefined],
  ])('%s is %s', (tag, language) => {
    expect(matchLanguage(tag)).toBe(language);
  });
});

describe('the languages of the site', () => {
  it('are those of its catalogues, English first, each with its own name', () => {
    expect(languages[0]).toBe('en');
    expect(languages).toEqual(expect.arrayContaining(['zh-Hans', 'zh-Hant']));
    expect(languageNames).toMatchObject({
      ...{ en: 'English', 'zh-Hans': '简体中文', 'zh-Hant': '繁體中文' },
    });
    expect(ownNames(['fr', 'es', 'ar'])).toEqual({ fr: 'Français', es: 'Español', ar: 'العربية' });
  });

  it.each([
    ['pt-BR', 'pt-BR'],
    ['pt-AO', 'pt'],
    ['sr-Latn-RS', 'sr-Latn'],
    ['sr', 'sr-Cyrl'],
    ['ar-EG', 'ar'],
  ])('would match %s with %s if there were more', (tag, language) => {
    const more = ['ar', 'pt', 'pt-BR', 'sr-Cyrl', 'sr-Latn'];
    expect(matchAmong(tag, more)).toBe(language);
  });
});

describe('chooseLanguage', () => {
  const everything = { search: '?lang=zh-TW', browser: ['en'] };

  it('prefers the address, then the store, then the browser, then English', () => {
    withStore();
    expect(chooseLanguage(languages, { search: '', browser: ['tlh', 'zh-HK'] })).toBe('zh-Hant');
    expect(chooseLanguage(languages, { search: '', browser: ['tlh'] })).toBe('en');
    storeLanguage('zh-Hans');
    expect(chooseLanguage(languages, everything)).toBe('zh-Hant');
    expect(chooseLanguage(languages, { ...everything, search: '' })).toBe('zh-Hans');
  });

  it('ignores unsupported languages', () => {
    const store = withStore();
    store.set('attention-lab.language', '?');
    expect(chooseLanguage(languages, { ...everything, search: '?lang=' })).toBe('en');
    storeLanguage('zh-Hans');
    expect(chooseLanguage(languages, { ...everything, search: '?lang=xx' })).toBe('zh-Hans');
  });

  it('works without a store', () => {
    withForbiddenStore();
    expect(() => storeLanguage('en')).not.toThrow();
    expect(chooseLanguage(languages, { search: '', browser: ['zh-CN'] })).toBe('zh-Hans');
  });
});
