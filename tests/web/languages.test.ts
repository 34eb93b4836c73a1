// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { chooseLanguage, storeLanguage } from '../../web/src/i18n/choose-language.ts';
import { matchLanguage } from '../../web/src/i18n/languages.ts';

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
  const stored = (value: string | null) => () => ({ getItem: () => value });
  const forbidden = () => {
    throw new Error('SecurityError');
  };
  const everything = { search: '?lang=zh-TW', storage: stored('zh-Hans'), browser: ['en'] };

  it('asks the address first, then the store, then the browser, then takes English', () => {
    expect(chooseLanguage(everything)).toBe('zh-Hant');
    expect(chooseLanguage({ ...everything, search: '' })).toBe('zh-Hans');
    expect(chooseLanguage({ ...everything, search: '', storage: stored(null) })).toBe('en');
    expect(chooseLanguage({ search: '', storage: stored(null), browser: ['fr', 'zh-HK'] })).toBe(
      'zh-Hant',
    );
    expect(chooseLanguage({ search: '', storage: stored(null), browser: ['fr'] })).toBe('en');
  });

  it('passes over what it cannot use', () => {
    expect(chooseLanguage({ ...everything, search: '?lang=xx' })).toBe('zh-Hans');
    expect(chooseLanguage({ ...everything, search: '?lang=', storage: stored('?') })).toBe('en');
  });

  it('does without a store that the host forbids', () => {
    expect(chooseLanguage({ search: '', storage: forbidden, browser: ['zh-CN'] })).toBe('zh-Hans');
    expect(() => storeLanguage('en', forbidden)).not.toThrow();
  });

  it('finds what was stored', () => {
    const kept = new Map<string, string>();
    storeLanguage('zh-Hant', () => ({ setItem: (key, value) => void kept.set(key, value) }));
    const storage = () => ({ getItem: (key: string) => kept.get(key) ?? null });
    expect(chooseLanguage({ search: '', storage, browser: ['en'] })).toBe('zh-Hant');
  });
});
