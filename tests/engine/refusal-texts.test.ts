// SPDX-License-Identifier: MIT
// Tests the translations of the engine's errors: every kind and every code in each language.
import { describe, expect, it } from 'vitest';
import { AttentionError, ERROR_KINDS, type ErrorCode } from '../../web/src/engine/index.ts';
import { hasGot, MESSAGES } from '../../web/src/engine/messages.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { type Language, sharedCatalogues } from '../../web/src/i18n/languages.ts';
import type en from '../../web/src/i18n/messages/en.json';
import { refusalText } from '../../web/src/lessons/refusal.ts';
import { complete } from '../web/support/files.ts';

const CODES = Object.keys(MESSAGES) as ErrorCode[];

/** The names of the parameters in a text: {name} in English error messages, {{name}} in translations. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string).sort();

describe.each(complete)('refusals in %s', async (language: Language) => {
  const { t } = await createI18n(language);
  const loaded = await sharedCatalogues[`./messages/${language}.json`]?.();
  const messages = { ...(loaded?.default as Partial<typeof en>) };
  const { refusal, expected, got } = messages as typeof en;

  it('have a message for each kind and each code, and no other', () => {
    expect(Object.keys(refusal)).toEqual([...ERROR_KINDS]);
    expect(Object.keys(expected)).toEqual(CODES);
    expect(Object.keys(got).sort()).toEqual([...CODES.filter(hasGot), 'none', 'or'].sort());
  });

  it('name the parameters of the engine’s message', () => {
    for (const code of CODES) {
      const text = expected[code] + (hasGot(code) ? got[code] : '');
      expect([code, ...namesIn(text)]).toEqual([code, ...namesIn(MESSAGES[code])]);
    }
  });

  it('contain argument, expected and got', () => {
    for (const kind of ERROR_KINDS) {
      const error = new AttentionError(kind, 'sigma', 'shape', ['(3, d_v)'], '(2, 1)');
      for (const part of ['sigma', '(3, d_v)', '(2, 1)'])
        expect(refusalText(error, t)).toContain(part);
    }
  });
});

it.each([
  ['en', 'sigma is out of range: expected a finite number > 0, got -1.'],
  ['zh-Hans', 'sigma 超出范围。应为：大于 0 的有限数；实际：-1。'],
  ['zh-Hant', 'sigma 超出範圍。應為：大於 0 的有限數；實際：-1。'],
])('refusals are sentences of the language %s', async (language, sentence) => {
  const { t } = await createI18n(language);
  const sigma = new AttentionError('OutOfRange', 'sigma', 'finiteAbove', [0], -1);
  expect(refusalText(sigma, t)).toBe(sentence);
});

it('refusals list shapes, and show sizes and a caller’s own text as they are', async () => {
  const { t } = await createI18n('zh-Hans');
  const shapes = ['(3, 3)', '(2, 1, 3, 3)', '(2, 4, 3, 3)'];
  const mask = new AttentionError('ShapeMismatch', 'keepMask', 'shape', shapes, '(2, 5)');
  expect(refusalText(mask, t)).toContain('(3, 3), (2, 1, 3, 3) 或 (2, 4, 3, 3)');
  const memory = new AttentionError('OutOfMemory', 'memory', 'memory', [], 3_200_000_000);
  expect(refusalText(memory, t)).toContain('3200000000 字节');
  const choice = new AttentionError('UnknownOption', 'maskMethod', 'value', ['fill, add'], 'none');
  expect(refusalText(choice, t)).toBe('maskMethod 不能取“none”，应为：fill, add。');
});
