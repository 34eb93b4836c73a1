// SPDX-License-Identifier: MIT
import { expect, test } from 'vitest';
import { pageReport } from '../../tools/bench/page/table.mjs';

const control = (path, name, ...rounds) => ({ path, kind: 'slider', name, rounds });
const temperature = [
  [5, 6, 30],
  [5, 5, 5],
  [6, 6, 6],
];
const tokens = [
  [5, 5, 5],
  [5, 30, 30],
  [9, 30, 30],
];
const controls = [
  control('en/softmax/', 'Temperature', temperature, [[9], [10], [12]]),
  control('en/cost/', 'Tokens', tokens, []),
  { ...control('en/order/', 'word', [], []), problem: 'Error: it does not move' },
];
const result = {
  date: '2026-01-02T03:04:05.000Z',
  machine: { processor: 'Abacus', cores: 2, system: 'Linux 6', node: '20.0.0', load: 0.5 },
  commit: 'abc1234',
  against: '',
  drags: [{ browser: 'Chromium 156', controls }],
};

test("prints the median over the rounds of each round's quantiles, the slowest control first", () => {
  const text = pageReport(result);
  expect(text).toContain('load 0.5 at the start.');
  expect(text).toContain('## Chromium 156');
  expect(text).toContain('p50 ≤ 8 ms: 1 of 2 controls. p95 ≤ 16 ms: 1 of 2 controls.');
  const [first, second] = text.split('\n').filter((line) => line.includes('| slider'));
  expect(first).toBe('| en/cost/ | slider Tokens | 30.0 [17.5–30.0] | 30.0 [17.5–30.0] |');
  expect(second).toBe('| en/softmax/ | slider Temperature | 6.00 [5.50–6.00] | 6.00 [5.50–16.8] |');
  expect(text).toContain('- en/order/, slider word: Error: it does not move');
});

test('shows another site beside this one, with the ratios within each round', () => {
  const text = pageReport({ ...result, against: 'before' });
  expect(text).toContain('| p95 of before | times as long |');
  expect(text).toMatch(/\| en\/softmax\/ \|.*\| 10.0 \[9.50–11.0\] \| 0.50 \|/);
  expect(text).toMatch(/\| en\/cost\/ \|.*\| – \| – \|/);
});
