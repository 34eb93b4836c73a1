// SPDX-License-Identifier: MIT
import { describe, expect, it, test } from 'vitest';
import { readOptions } from '../../tools/bench/options.mjs';
import { PEERS } from '../../tools/bench/peers.mjs';
import { measureShape, QUICK } from '../../tools/bench/rounds.mjs';
import { parseShapes, SHAPES } from '../../tools/bench/shapes.mjs';
import { bestForm, digits, ratios, refuseWrong, report, spread } from '../../tools/bench/table.mjs';

describe('the command line', () => {
  const known = { names: ['a', 'b', 'c'], shapes: 'softmax:8', quick: false };

  test('without arguments, everything is chosen', () => {
    expect(readOptions(known, [])).toEqual(known);
  });

  test('takes names in the order of the list, or none', () => {
    const args = ['--names', 'c,a,c', '--quick', '--shapes', 'matmul:8'];
    expect(readOptions(known, args)).toEqual({
      names: ['a', 'c'],
      shapes: 'matmul:8',
      quick: true,
    });
    expect(readOptions(known, ['--names', 'none']).names).toEqual([]);
  });

  it.each([
    [['--names', 'a,d'], '--names: expected some of a,b,c, got d'],
    [['--names', ','], '--names: expected some of'],
    [['--fast'], '--fast'],
  ])('refuses %o', (args, words) => {
    expect(() => readOptions(known, args)).toThrow(TypeError);
    expect(() => readOptions(known, args)).toThrow(words);
  });

  test('a kind of shape stands for its usual shapes, and each is measured once', () => {
    const ids = parseShapes('multi-head,attention:2x127x40,multi-head:1x64').map(({ id }) => id);
    expect(ids).toEqual(['multi-head:1x64', 'multi-head:128x64', 'attention:2x127x40']);
    expect(parseShapes(SHAPES.join(',')).map(({ id }) => id)).toEqual(SHAPES);
  });

  it.each([
    ['attention:8x64', 'shape attention:8x64: expected attention:headsxnxd'],
    ['attention:1x2x3x4', 'shape attention:1x2x3x4'],
    ['multi-head:8', 'shape multi-head:8: expected multi-head:batchxtokens'],
    ['matmul:0', 'shape matmul:0: expected matmul:n'],
    ['matmul:512:1', 'shape matmul:512:1'],
    ['conv:3', 'shape conv:3: expected attention, multi-head, matmul, softmax'],
  ])('refuses the shape %s', (shape, words) => {
    expect(() => parseShapes(shape)).toThrow(words);
  });
});

describe('statistics', () => {
  test('quartiles interpolate between samples in any order', () => {
    expect(spread([4, 1, 3, 2])).toEqual({ median: 2.5, q1: 1.75, q3: 3.25 });
    expect(spread([7])).toEqual({ median: 7, q1: 7, q3: 7 });
  });

  test('ratios are computed in each round, so a slow round counts like any other', () => {
    expect(ratios([2, 20, 2], [1, 10, 1])).toEqual({ median: 2, q1: 2, q3: 2 });
  });
});

describe('the rounds', () => {
  const forms = (all) => ({
    prepare: async () =>
      Object.entries(all).map(([name, { ms: _, ...rest }]) => ({ name, ...rest })),
    warmUp: async ({ name }) => all[name].ms,
    time: async ({ name }) => all[name].ms,
  });
  const measure = (drivers) =>
    measureShape(
      new Map(drivers.map(([id, driver]) => [{ id, name: id }, driver])),
      'matmul:8',
      QUICK,
      () => {},
    );

  test('wrong outputs and failures are reported and never timed', async () => {
    const measured = await measure([
      ['attention-lab', forms({ good: { error: 1e-7, ms: 2 }, bad: { error: 0.01, ms: 1 } })],
      [
        'litert',
        forms({ nan: { error: Number.NaN, ms: 1 }, none: { problem: 'no kernel', ms: 1 } }),
      ],
      ['whole', { prepare: () => Promise.reject(new Error('page.evaluate: Error: out\n at x')) }],
      ['other', 'its page did not start'],
    ]);
    expect(measured).toMatchObject([
      { peer: 'attention-lab', form: 'good', ms: [2, 2, 2, 2, 2] },
      { peer: 'attention-lab', form: 'bad', isWrong: true, ms: [] },
      { peer: 'litert', form: 'nan', isWrong: true, ms: [] },
      { peer: 'litert', form: 'none', problem: 'no kernel', ms: [] },
      { peer: 'whole', problem: 'out', ms: [] },
      { peer: 'other', problem: 'its page did not start', ms: [] },
    ]);
    expect(measured[3].isWrong).toBeUndefined();
  });

  test("a form much slower than its peer's best is skipped, except for peaks", async () => {
    const measured = await measure([
      [
        'litert',
        forms({
          fast: { error: 0, ms: 1 },
          near: { error: 0, ms: 1.4 },
          slow: { error: 0, ms: 2 },
        }),
      ],
      ['peak', forms({ 'mul + add': { operations: 8, ms: 2 }, fma: { operations: 8, ms: 1 } })],
    ]);
    expect(measured.map(({ form }) => form)).toEqual(['fast', 'near', 'mul + add', 'fma']);
  });
});

describe('the report', () => {
  const measured = (peer, form, ms, more = {}) => ({ peer, form, ms, ...more });
  const shapes = [
    {
      shape: 'attention:1x128x64',
      measured: [
        measured('attention-lab', 'streamingAttention', [1, 1, 2]),
        measured('attention-lab-relaxed', 'streamingAttention', [0.5, 0.5, 1]),
        measured('peak', 'mul + add', [1, 1, 2], { operations: 8_388_608 }),
        measured('onnxruntime', 'MatMul + Softmax', [4, 4, 8]),
        measured('onnxruntime', 'MultiHeadAttention', [3, 3, 6]),
        measured('onnxruntime', 'Attention (opset 23)', [], {
          problem: 'wrong: off by 1',
          isWrong: true,
        }),
        measured('litert', '', [], { problem: 'its page did not start' }),
      ],
    },
    { shape: 'softmax:1024', measured: [measured('attention-lab', 'softmax', [1234])] },
  ];
  const result = {
    date: '2026-01-02T03:04:05.000Z',
    machine: { processor: 'Abacus', cores: 2, system: 'Linux 6', node: '20.0.0', load: 0.5 },
    commit: 'abc1234',
    versions: { 'onnxruntime-web': '1.30.0' },
  };
  const words = { title: 'Side by side', included: 'Copies are included.', peers: PEERS };
  const sections = [{ name: 'Chromium', version: '156', notes: ['Plain twin.'], shapes }];
  const text = report(words, result, sections);

  test("shows each peer's best form, with ratios and shares from the same rounds", () => {
    expect(bestForm(shapes[0].measured, 'onnxruntime')?.form).toBe('MultiHeadAttention');
    expect(text).toContain(
      '| attention:1x128x64 | 1.00 [1.00–1.50] streamingAttention | 0.500 [0.500–0.750] streamingAttention | 3.00 [3.00–4.50] MultiHeadAttention | – |',
    );
    expect(text).toContain('| attention:1x128x64 | 3.00 [3.00–3.00] | – |');
    expect(text).toContain('| attention:1x128x64 | 4.19 | 8.39 | 50 % | – | – |');
    expect(text).toContain('| attention:1x128x64 | 2.00 [2.00–2.00] | 6.00 [6.00–6.00] | – |');
    expect(text).toContain('| attention:1x128x64 | 8.39 | 8.39 | 100 % | – | – |');
    expect(text).toContain('| softmax:1024 | – | – | – | – | – |');
  });

  test('names what did not run, with the reason and the place', () => {
    expect(text).toContain(
      '- onnxruntime-web, Attention (opset 23): wrong: off by 1 (attention:1x128x64)',
    );
    expect(text).toContain('- LiteRT.js: its page did not start (attention:1x128x64)');
    expect(text).not.toContain('no cache');
  });

  test('a wrong output makes the whole run fail', () => {
    expect(() => refuseWrong(sections)).toThrow('1 outputs were wrong');
    expect(() => refuseWrong([{ ...sections[0], shapes: shapes.slice(1) }])).not.toThrow();
  });

  test('numbers have three digits and no exponent', () => {
    expect([1.234e-7, 0.000123, 0.254, 30.84, 889.4].map(digits)).toEqual([
      ...['0.000000123', '0.000123', '0.254', '30.8', '889'],
    ]);
    expect([999.4, 999.6, 1427.3, 123456.4].map(digits)).toEqual([
      ...['999', '1000', '1427', '123456'],
    ]);
  });
});
