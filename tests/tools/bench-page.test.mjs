// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { readPageArguments } from '../../tools/bench/arguments.mjs';
import { measureRest, partOf, resumed } from '../../tools/bench/page/resume.mjs';
import { counted } from '../../tools/bench/page/sent.mjs';
import { pageReport } from '../../tools/bench/page/table.mjs';
import { chainOf } from '../../tools/bench/page/visit.mjs';
import { LESSON_IDS } from '../../tools/lesson-list.mjs';

test('lessons, parts and browsers can be selected, and unknown ones are refused', () => {
  expect(readPageArguments([])).toEqual({
    lessons: LESSON_IDS,
    parts: ['drags', 'visits'],
    browsers: ['chromium'],
    against: undefined,
    rounds: undefined,
    resume: undefined,
    isQuick: false,
  });
  const args = ['--lessons', 'cost,softmax', '--parts', 'drags', '--browsers', 'webkit,firefox'];
  const more = ['--against', '/tmp/before', '--rounds', '1', '--resume', 'old.json', '--quick'];
  expect(readPageArguments([...args, ...more])).toEqual({
    lessons: ['softmax', 'cost'],
    parts: ['drags'],
    browsers: ['firefox', 'webkit'],
    against: '/tmp/before',
    rounds: 1,
    resume: 'old.json',
    isQuick: true,
  });
  expect(() => readPageArguments(['--lessons', 'softmin'])).toThrow('--lessons: expected some of');
  expect(() => readPageArguments(['--shapes', 'softmax'])).toThrow(TypeError);
  for (const rounds of ['0', '1.5', 'few'])
    expect(() => readPageArguments(['--rounds', rounds])).toThrow(`got ${rounds}`);
});

test('an interrupted run keeps the measured lessons, and a resumed one measures the rest', async () => {
  const measured = [];
  const saved = [];
  let isResumed = false;
  const save = () => saved.push(measured.map(({ lesson }) => lesson));
  const measure = async (lesson) => {
    if (lesson === 'cost' && !isResumed) throw new Error('interrupted');
    return [{ lesson }, { lesson }];
  };
  const lessons = ['softmax', 'cost', 'order'];
  await expect(measureRest(lessons, measured, measure, save)).rejects.toThrow('interrupted');
  expect(saved).toEqual([['softmax', 'softmax']]);
  isResumed = true;
  await measureRest(lessons, measured, measure, save);
  expect(saved).toEqual([
    ['softmax', 'softmax'],
    ['softmax', 'softmax', 'cost', 'cost'],
    ['softmax', 'softmax', 'cost', 'cost', 'order', 'order'],
  ]);
});

test('a result is completed only for the same commit, machine and options', () => {
  const now = { commit: 'abc1234', machine: { cores: 2, load: 1 }, isQuick: false };
  const earlier = { ...now, machine: { cores: 2, load: 0 }, drags: [] };
  expect(resumed(now, earlier)).toBe(earlier);
  expect(() => resumed(now, { ...earlier, commit: 'abc1233' })).toThrow(
    '--resume: expected a result with commit "abc1234", got "abc1233"',
  );
  expect(() => resumed({ ...now, machine: { cores: 4 } }, earlier)).toThrow('machine');
  const part = { browser: 'Chromium 156', controls: [] };
  expect(partOf(earlier.drags, part)).toBe(part);
  expect(partOf(earlier.drags, { ...part })).toBe(part);
});

test('a server counts the bytes that it sends over a persistent connection', () => {
  const { plugin, sent } = counted();
  let handle;
  plugin.configurePreviewServer({ middlewares: { use: (handler) => (handle = handler) } });
  const socket = { bytesWritten: 1000 };
  const answer = (url, bytes) => {
    let finished;
    handle({ url, socket }, { on: (_, listener) => (finished = listener) }, () => {});
    socket.bytesWritten += bytes;
    finished();
  };
  answer('/a.js', 250);
  answer('/b.wasm', 40);
  expect(sent).toMatchObject([
    { path: '/a.js', bytes: 250 },
    { path: '/b.wasm', bytes: 40 },
  ]);
  expect(Math.abs(sent[0].at - Date.now())).toBeLessThan(10_000);
});

test('in a chain of requests, each one began after the one before had arrived', () => {
  expect(chainOf([])).toBe(0);
  expect(
    chainOf([
      [10, 30],
      [12, 50],
      [31, 40],
      [60, 70],
    ]),
  ).toBe(3);
  expect(
    chainOf([
      [5, 9],
      [6, 8],
    ]),
  ).toBe(1);
});

describe('the report', () => {
  const visit = (result, bytes) => ({
    paint: 90,
    result,
    bytes,
    files: 20,
    steps: 2,
    shift: 0.002,
    allBytes: 215_400,
    allFiles: 25,
  });
  const control = (path, name, ...rounds) => ({
    ...{ lesson: 'softmax', path, kind: 'slider', name },
    rounds,
  });
  const controls = [
    control(
      'en/softmax/',
      'Temperature',
      [
        [5, 6, 30],
        [5, 5, 5],
        [6, 6, 6],
      ],
      [[9], [10], [12]],
    ),
    control(
      'en/cost/',
      'Tokens',
      [
        [5, 5, 5],
        [5, 30, 30],
        [9, 30, 30],
      ],
      [],
    ),
    { ...control('en/order/', 'word', [], []), problem: 'Error: it does not move' },
  ];
  const result = {
    date: '2026-01-02T03:04:05.000Z',
    machine: { processor: 'Abacus', cores: 2, system: 'Linux 6', node: '20.0.0', load: 0.5 },
    commit: 'abc1234',
    isQuick: false,
    against: undefined,
    drags: [{ browser: 'Chromium 156', controls }],
    visits: [
      {
        browser: 'Chromium 156',
        lessons: [
          { lesson: 'softmax', visits: [visit(300, 200_000), visit(100, 1e5), visit(200, 3e5)] },
        ],
      },
      {
        browser: 'WebKitGTK 2.50',
        lessons: [{ lesson: 'cost', visits: [{ ...visit(150, 1e5), shift: undefined }] }],
      },
    ],
  };

  test("prints the median over the rounds of each round's quantiles, the slowest control first", () => {
    const text = pageReport(result);
    expect(text).toContain('load 0.5 at the start.');
    expect(text).toContain('## Drags in Chromium 156');
    expect(text).toContain('p50 ≤ 8 ms: 1 of 2 controls. p95 ≤ 16 ms: 1 of 2 controls.');
    const [first, second] = text.split('\n').filter((line) => line.includes('| slider'));
    expect(first).toBe('| en/cost/ | slider Tokens | 30.0 [17.5–30.0] | 30.0 [17.5–30.0] |');
    expect(second).toBe(
      '| en/softmax/ | slider Temperature | 6.00 [5.50–6.00] | 6.00 [5.50–16.8] |',
    );
    expect(text).toContain('- en/order/, slider word: Error: it does not move');
    expect(text).toContain(
      '| softmax | 90.0 [90.0–90.0] | 200 [150–250] | 200 | 20 | 2 | 0.0020 | 215 | 25 | bytes, files, shift |',
    );
    expect(text).toContain('## A first visit in WebKitGTK 2.50');
    expect(text).toContain('| 100 | 20 | 2 | – | 215 | 25 | files |');
  });

  test('shows another site beside this one, with the ratios within each round', () => {
    const text = pageReport({ ...result, against: 'before' });
    expect(text).toContain('| p95 of before | times as long |');
    expect(text).toMatch(/\| en\/softmax\/ \|.*\| 10.0 \[9.50–11.0\] \| 0.50 \|/);
    expect(text).toMatch(/\| en\/cost\/ \|.*\| – \| – \|/);
  });

  test('prints no table for what was not measured, and marks a quick run', () => {
    const text = pageReport({ ...result, isQuick: true, visits: [] });
    expect(text).toContain('A quick run');
    expect(text).not.toContain('A first visit');
  });
});
