// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { folderSize } from '../../tools/bench/lessons/measure.mjs';
import { countWords, lessonsReport, missed } from '../../tools/bench/lessons/report.mjs';
import { LESSON_IDS, LESSONS } from '../../tools/lesson-list.mjs';
import { lessons } from '../../web/src/lessons/registry.ts';

test('the tools list the lessons of the walk in order', () => {
  expect(LESSON_IDS).toEqual(lessons.map(({ id }) => id));
});

test('counts a folder with all files below it', () => {
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
    files: 13,
    lines: 1000,
    beats: 8,
    words: 900,
    places: [wide, narrow],
  };

  test('are met at exactly their limits', () => {
    expect(missed(lesson)).toEqual([]);
  });

  test('report each limit that is exceeded', () => {
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

  test('are printed with the measurements, one lesson per line', () => {
    const [head, one, two, ...others] = lessonsReport([
      lesson,
      { ...lesson, id: 'cost', words: 901 },
    ]).split('\n');
    expect(head).toMatch(/page 1280×800 +stage +share +page 390×844/);
    expect(one).toMatch(/^order +13 +1000 +8 +900 +3000 +640 +80 % +5500 +388 +46 % +none$/);
    expect(two).toMatch(/^cost .* words > 900$/);
    expect([one.indexOf('none'), two.indexOf('words')]).toEqual(
      Array(2).fill(head.indexOf('misses')),
    );
    expect(others).toEqual([]);
  });
});
