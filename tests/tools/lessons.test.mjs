// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { folderSize } from '../../tools/bench/lessons/measure.mjs';
import { countWords, lessonsReport, missed } from '../../tools/bench/lessons/report.mjs';
import { LESSONS } from '../../tools/lessons.mjs';
import { lessons } from '../../web/src/lessons/registry.ts';

test('the tools know the lessons of the walk, in its order, and their forms', async () => {
  expect(LESSONS.map(({ id }) => id)).toEqual(lessons.map(({ id }) => id));
  const framed = LESSONS.filter(({ isFramed }) => isFramed).map(({ id }) => id);
  expect(framed).toContain('softmax');
});

test('a folder counts with all that lies below it', () => {
  const [first] = LESSONS;
  const { files, lines } = folderSize(first.folder);
  const below = folderSize(`${first.folder}/code`);
  expect(below.files).toBeGreaterThan(1);
  expect(files).toBeGreaterThan(below.files + 5);
  expect(lines).toBeGreaterThan(below.lines + 100);
});

test.each([
  ['Drag x, or this number: at 5 it takes 94.8% of the weight.', 10],
  ["A query's key-value pair, I think", 6],
  ['查询与键 x', 4],
  ['', 0],
])('%j has %i words', (text, words) => {
  expect(countWords(text)).toBe(words);
});

describe('the targets', () => {
  const wide = { width: 1280, height: 800, page: 3000, stage: 640, covered: 0 };
  const narrow = { width: 390, height: 844, page: 5500, stage: 388, covered: 0 };
  const lesson = {
    id: 'order',
    isFramed: true,
    files: 13,
    lines: 1000,
    beats: 8,
    words: 900,
    places: [wide, narrow],
  };

  test('are met by what is as large as they allow', () => {
    expect(missed(lesson)).toEqual([]);
  });

  test('say each what is missed', () => {
    const large = {
      ...lesson,
      words: 901,
      beats: 9,
      places: [
        { ...wide, page: 3001, stage: 641 },
        { ...narrow, page: 5501, stage: 400, covered: 2 },
      ],
    };
    expect(missed(large)).toEqual([
      'words > 900',
      'beats not 5–8',
      '1280: page > 3000',
      '1280: stage > 640',
      '390: page > 5500',
      '390: stage > 46 %',
      '390: 2 beats covered',
    ]);
  });

  test('of the stage are none of a lesson without one', () => {
    const whole = { ...lesson, isFramed: false, beats: 0, places: [{ ...wide, stage: 0 }, narrow] };
    expect(missed(whole)).toEqual(['form']);
  });

  test('stand beside what was measured, one lesson a line', () => {
    const [head, one, two, , end] = lessonsReport([
      lesson,
      { ...lesson, id: 'cost', isFramed: false },
    ]).split('\n');
    expect(head).toMatch(/page 1280×800 +stage +share +page 390×844/);
    expect(one).toMatch(
      /^order +stage and beats +13 +1000 +8 +900 +3000 +640 +80 % +5500 +388 +46 % +none$/,
    );
    expect(two).toMatch(/^cost +page .* – +– .* form$/);
    expect(end).toBe('1 of 2 lessons have the form of stage and beats.');
  });
});
