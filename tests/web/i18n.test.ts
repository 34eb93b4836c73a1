// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import type { Language } from '../../web/src/i18n/languages.ts';

const lesson = {
  en: {
    hello: 'Hello {{name}}',
    keys_one: '{{count}} key',
    keys_other: '{{count}} keys',
    near: 'about {{x}}',
  },
  'zh-Hans': { hello: '{{name}}，你好', keys_other: '{{count}} 个键', near: '约 {{x}}' },
  'zh-Hant': { hello: '{{name}}，你好', keys_other: '{{count}} 個鍵', near: '約 {{x}}' },
};
const load = async (language: Language) => lesson[language as keyof typeof lesson];

async function withLesson(language: Language) {
  const i18n = await createI18n(language);
  await i18n.addCatalogue('lesson', load);
  return { i18n, t: i18n.translator<(typeof lesson)['en']>('lesson') };
}

describe('texts', () => {
  it('come from the shared catalogue and from a lesson’s catalogue', async () => {
    const { i18n, t } = await withLesson('zh-Hant');
    expect(i18n.t('language.label')).toBe('語言');
    expect(t('hello', { name: '<b>' })).toBe('<b>，你好');
  });

  it('use the plural forms and number formats of the language', async () => {
    const { i18n, t } = await withLesson('en');
    expect([t('keys', { count: 1 }), t('keys', { count: 65536 })]).toEqual([
      '1 key',
      '65,536 keys',
    ]);
    expect(t('near', { x: 1.2554996e-8 })).toBe('about 1.2555\u00a0×\u00a010⁻⁸');
    expect(t('near', { x: Number.NaN })).toBe('about NaN');
    await i18n.setLanguage('zh-Hans');
    expect(t('keys', { count: 1 })).toBe('1 个键');
  });

  it('with an unknown key do not compile', async () => {
    const { i18n, t } = await withLesson('en');
    // @ts-expect-error
    i18n.t('language.lable');
    // @ts-expect-error
    i18n.t('language');
    // @ts-expect-error
    t('keys_one');
    // @ts-expect-error
    t('language.label');
  });

  it('of a catalogue that was not added throw', async () => {
    const i18n = await createI18n('en');
    expect(() => i18n.translator<{ a: string }>('lesson')('a')).toThrow(
      'catalogue "lesson" is not loaded',
    );
  });
});

it('two embeds on one page have independent languages, and nothing is logged', async () => {
  const info = vi.spyOn(console, 'info');
  const [one, two] = await Promise.all([createI18n('en'), createI18n('zh-Hant')]);
  expect([one.t('theme.dark'), two.t('theme.dark')]).toEqual(['Dark', '深色']);
  await one.setLanguage('zh-Hans');
  expect([one.t('language.label'), two.t('language.label')]).toEqual(['语言', '語言']);
  expect(info).not.toHaveBeenCalled();
});

it('adding a catalogue twice loads it once', async () => {
  const i18n = await createI18n('en');
  const loader = vi.fn(load);
  await Promise.all([i18n.addCatalogue('lesson', loader), i18n.addCatalogue('lesson', loader)]);
  expect(loader).toHaveBeenCalledTimes(1);
});

it('a choice of digits reformats results only', async () => {
  const i18n = await createI18n('en');
  const told = vi.fn();
  i18n.subscribe(told);
  expect([i18n.digits, i18n.result(2 / 3)]).toEqual(['4', '0.6667']);
  i18n.setDigits('10');
  expect(told).toHaveBeenCalledTimes(1);
  expect([i18n.digits, i18n.result(2 / 3), i18n.number(2 / 3)]).toEqual([
    '10',
    '0.6666666667',
    '0.66667',
  ]);
});
