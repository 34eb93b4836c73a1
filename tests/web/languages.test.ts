// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { chooseLanguage, storeLanguage } from '../../web/src/i18n/choose-language.ts';
import { matchLanguage } from '../../web/src/i18n/languages.ts';
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
    ['zh-hant', 'zh-Hant'],
    ['yue', 'zh-Hant'],
    ['fr', undefined],
    ['', undefined],
    ['<script>', undefined],
  ])('%s is %s', (tag, language) => {
    expect(matchLanguage(tag)).toBe(language);
  });
});

describe('chooseLanguage', () => {
  const everything = { search: '?lang=zh-TW', browser: ['en'] };

  it('asks the address first, then the store, then the browser, then takes English', () => {
    withStore();
    expect(chooseLanguage({ search: '', browser: ['fr', 'zh-HK'] })).toBe('zh-Hant');
    expect(chooseLanguage({ search: '', browser: ['fr'] })).toBe('en');
    storeLanguage('zh-Hans');
    expect(chooseLanguage(everything)).toBe('zh-Hant');
    expect(chooseLanguage({ ...everything, search: '' })).toBe('zh-Hans');
  });

  it('passes over what it cannot use', () => {
    const store = withStore();
    store.set('attention-lab.language', '?');
    expect(chooseLanguage({ ...everything, search: '?lang=' })).toBe('en');
    storeLanguage('zh-Hans');
    expect(chooseLanguage({ ...everything, search: '?lang=xx' })).toBe('zh-Hans');
  });

  it('does without a store that the host forbids', () => {
    withForbiddenStore();
    expect(() => storeLanguage('en')).not.toThrow();
    expect(chooseLanguage({ search: '', browser: ['zh-CN'] })).toBe('zh-Hans');
  });
});
