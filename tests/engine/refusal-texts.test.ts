// SPDX-License-Identifier: MIT
// Tests the translations of the engine's errors: every kind of error and every phrase in each language.
import { describe, expect, it } from 'vitest';
import { AttentionError, ERROR_KINDS, type ErrorKind } from '../../web/src/engine/index.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { type Language, sharedCatalogues } from '../../web/src/i18n/languages.ts';
import type en from '../../web/src/i18n/messages/en.json';
import { PHRASES, phrase, refusalText } from '../../web/src/lessons/refusal.ts';
import { complete } from '../web/support/files.ts';
import { partsOf, REFUSALS } from './refusals.ts';

/**
 * The "expected" and "got" parts of the errors in REFUSALS (calls that throw an error), and parts of other errors,
 * which need for example a broken module or a released object.
 */
const texts = [
  ...REFUSALS.flatMap(({ refusal }) => {
    const [kind, , expected, got] = partsOf(refusal);
    return kind === 'UnknownOption' ? [expected] : [expected, got];
  }),
  ...[
    'no fault',
    'an exception for which no memory was left',
    'an object in use',
    'a released one',
    'enough for the result',
  ],
  ...['at most 2147483647 bytes', 'at least 2^64 - 1 bytes', 'a number below 5', '-1 or 1'],
  ...['2 matrices', 'numbers >= 0'],
  // Parts of the errors in arguments.ts, which are about values of a wrong type. The last part is of handle.ts: an
  // object whose WebAssembly instance no longer exists.
  ...['a tensor', 'a shape', 'a list of numbers', 'numbers', 'an object', 'an array', 'a function'],
  ...['a symbol', 'a BigInt', 'true or false', 'float32 or float64', 'at most 33554432 rows'],
  ...['lost with the instance'],
  // Parts of the errors of an engine without training, of the sentence model, and of the C++ language model.
  ...['an engine with training: await engine.withTraining()', 'words of the vocabulary'],
  ...['from 1 to 16 words', 'as many as tokens'],
];

/**
 * Whether a text contains words to translate. Shapes, numbers and lists of choices are the same in
 * every language.
 */
const isWorded = (text: string): boolean =>
  /[a-z]{2}/i.test(text.replace(/\([^)]*\)|NaN|Infinity/g, '')) && !/^\w+(, \w+)+$/.test(text);

describe.each(complete)('refusals in %s', async (language: Language) => {
  const { t } = await createI18n(language);
  const loaded = await sharedCatalogues[`./messages/${language}.json`]?.();
  const catalogue = loaded?.default as Pick<typeof en, 'refusal' | 'phrase'> | undefined;

  it('have a message for each kind and no other', () => {
    expect(Object.keys(catalogue?.refusal ?? {})).toEqual([...ERROR_KINDS]);
  });

  it('contain argument, expected and got', () => {
    for (const kind of ERROR_KINDS) {
      const text = refusalText(new AttentionError(kind, 'sigma', '(3, d_v)', '(2, 1)'), t);
      for (const part of ['sigma', '(3, d_v)', '(2, 1)']) expect(text).toContain(part);
    }
  });

  it('have a message for each phrase and no other', () => {
    const used = new Set(PHRASES.map(([, key]) => key.replace('phrase.', '')));
    expect(Object.keys(catalogue?.phrase ?? {}).sort()).toEqual([...used].sort());
  });
});

describe('refusals', async () => {
  const hans = await createI18n('zh-Hans');
  const say = (i18n: { t: typeof hans.t }, ...parts: [ErrorKind, string, string, string]) =>
    refusalText(new AttentionError(...parts), i18n.t);

  it.each([...new Set(texts)].filter(isWorded))('have a translation for “%s”', (text) => {
    expect(phrase(text, hans.t)).not.toBe(text);
    // A placeholder that was not replaced.
    expect(phrase(text, hans.t)).not.toMatch(/[{}]/);
  });

  it('have no unused phrase', () => {
    const said = texts.map((text) => text.replaceAll('>=', '≥'));
    const matches = (pattern: string) => {
      const parts = pattern.split(/\{\w+\}/);
      return said.some((text) => parts.every((part) => text.includes(part)));
    };
    expect(PHRASES.map(([text]) => text).filter((text) => !matches(text))).toEqual([]);
  });

  it('keep unknown texts and the caller’s texts unchanged', () => {
    expect(phrase('memory access out of bounds', hans.t)).toBe('memory access out of bounds');
    expect(say(hans, 'UnknownOption', 'maskMethod', 'exclude, fill, add', 'none')).toBe(
      'maskMethod 不能取“none”，应为：exclude, fill, add。',
    );
  });

  it('are sentences of the language', async () => {
    const [english, hant] = [await createI18n('en'), await createI18n('zh-Hant')];
    const sigma = ['OutOfRange', 'sigma', 'a finite number > 0', '-1'] as const;
    expect(say(english, ...sigma)).toBe(
      'sigma is out of range: expected a finite number > 0, got -1.',
    );
    expect(say(hans, ...sigma)).toBe('sigma 超出范围。应为：大于 0 的有限数；实际：-1。');
    expect(say(hant, ...sigma)).toBe('sigma 超出範圍。應為：大於 0 的有限數；實際：-1。');
    const mask = ['ShapeMismatch', 'keepMask', '(3, 5) or (2, 3, 5)', '(2, 5)'] as const;
    expect(say(hant, ...mask)).toBe(
      'keepMask 的形狀不符。應為：(3, 5) 或 (2, 3, 5)；實際：(2, 5)。',
    );
    const memory = 'at most the available memory';
    expect(say(hans, 'OutOfMemory', 'memory', memory, '3200000000 bytes')).toBe(
      '内存不够（memory）。应为：不超过可用内存；实际：3200000000 字节。',
    );
    expect(say(hans, 'OutOfRange', 'keepMask', '0 or 1 everywhere', '2')).toBe(
      'keepMask 超出范围。应为：每一处都是 0 或 1；实际：2。',
    );
  });
});
