// SPDX-License-Identifier: MIT
import { describe, expect, test } from 'vitest';
import { readPageArguments } from '../../tools/bench/arguments.mjs';
import { CONTROLS } from '../../tools/bench/page/controls.mjs';
import { counted } from '../../tools/bench/page/sent.mjs';
import { pageReport } from '../../tools/bench/page/table.mjs';
import { LESSON_IDS } from '../../tools/lessons.mjs';
import { lessons } from '../../web/src/lessons/registry.ts';

test('every lesson of the walk has a control that is dragged', () => {
  const dragged = new Set(CONTROLS.map(({ lesson }) => lesson));
  expect([...dragged]).toEqual(lessons.map(({ id }) => id));
});

test('lessons can be chosen, and strangers are refused', () => {
  expect(readPageArguments([])).toEqual({ lessons: LESSON_IDS, isQuick: false });
  expect(readPageArguments(['--lessons', 'cost,softmax', '--quick'])).toEqual({
    lessons: ['softmax', 'cost'],
    isQuick: true,
  });
  expect(() => readPageArguments(['--lessons', 'softmin'])).toThrow('--lessons: expected some of');
  expect(() => readPageArguments(['--shapes', 'softmax'])).toThrow(TypeError);
});

test('a server tells what it has sent over a connection that is kept', () => {
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

describe('the report', () => {
  const visit = (result, bytes) => ({ result, bytes, files: 20, allBytes: 215_400, allFiles: 25 });
  const dragged = (lesson, name, ...rounds) => ({ lesson, name, rounds });
  const result = {
    date: '2026-01-02T03:04:05.000Z',
    machine: { processor: 'Abacus', cores: 2, system: 'Linux 6', node: '20.0.0', load: 0.5 },
    commit: 'abc1234',
    isQuick: false,
    browser: 'Chromium 156',
    dragged: [
      dragged('softmax', 'temperature', [5, 6, 30], [5, 5, 5], [6, 6, 6]),
      dragged('cost', 'tokens', [5, 5, 5], [5, 30, 30], [9, 30, 30]),
    ],
    visited: [
      { lesson: 'softmax', visits: [visit(300, 200_000), visit(100, 1e5), visit(200, 3e5)] },
    ],
  };

  test('medians over the rounds, of each round its quantiles', () => {
    const text = pageReport(result);
    expect(text).toContain(
      '| softmax | temperature | 6.00 [5.50–6.00] | 6.00 [5.50–16.8] | reached |',
    );
    expect(text).toContain('| cost | tokens | 30.0 [17.5–30.0] | 30.0 [17.5–30.0] | missed |');
    expect(text).toContain('| softmax | 200 [150–250] | 200 | 20 | 215 | 25 |');
    expect(text).toContain('load 0.5 at the start. Chromium 156.');
  });

  test('what was not asked for has no table; a quick run says that it is one', () => {
    const text = pageReport({ ...result, isQuick: true, visited: [] });
    expect(text).toContain('A quick run');
    expect(text).not.toContain('A first visit');
  });
});
