// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { LESSON_IDS } from '../../tools/lesson-list.mjs';
import { countWords, lessonsReport, missed } from '../../tools/lessons.mjs';
import { lessons } from '../../web/src/lessons/registry.ts';

test('the tools list the lessons of the walk in order', () => {
  expect(LESSON_IDS).toEqual(lessons.map(({ id }) => id));
});

test.each([
  ['Drag x, or this number: at 5 it takes 94.8% of the weight.', 10],
  ["A query's key-value pair, I think", 6],
  ['查询与键 x', 4],
  ['', 0],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

describe('the budgets', () => {
  const texts = Array(5).fill('word '.repeat(140));
  const wide = { texts, lesson: 6000, step: 800, last: 800, figure: 0.35 };
  const narrow = { texts, lesson: 7500, step: 1000, last: 1250, figure: undefined };
  const lesson = { id: 'order', language: 'en', seen: [wide, narrow] };

  test('are met at exactly their limits', () => {
    expect(missed(lesson)).toEqual([]);
  });

  test('report each limit that is exceeded', () => {
    const long = [...texts, ...texts].slice(1).map((text) => `${text} word`);
    const seen = [
      { texts: long, lesson: 6001, step: 801, last: 801, figure: 0.34 },
      { texts: long, lesson: 7501, step: 1001, last: 1251 },
    ];
    expect(missed({ ...lesson, seen })).toEqual([
      'steps not 5–8',
      'words of a step > 140',
      'words > 950',
      '1280: lesson > 6000',
      '1280: step > 800',
      '1280: last step > 800',
      '1280: figure < 35 %',
      '390: lesson > 7500',
      '390: step > 1000',
      '390: last step > 1250',
    ]);
  });

  test('count characters in Chinese', () => {
    const said = (/** @type {number} */ length) => ({
      ...lesson,
      language: 'zh-Hans',
      seen: [{ ...wide, texts: texts.map(() => '字'.repeat(length)) }],
    });
    expect(missed(said(225))).toEqual([]);
    expect(missed(said(226))).toEqual(['words of a step > 225']);
  });

  test('are printed with the measurements, one lesson and language per line', () => {
    const [head, one, ...others] = lessonsReport([lesson]).split('\n');
    expect(head).toMatch(/lesson at 1280 +highest step +last +lesson at 390/);
    expect(one).toMatch(/^order +en +5 +700 +140 +6000 +800 +800 +7500 +1000 +1250 +35 % +none$/);
    expect(others).toEqual([]);
  });
});
