// SPDX-License-Identifier: MIT
import { describe, expect, it, test } from 'vitest';
import { readArguments, readNativeArguments } from '../../tools/bench/arguments.mjs';
import { aimLine } from '../../tools/bench/native/aim.mjs';
import { PEERS } from '../../tools/bench/peers.mjs';
import { measureShape, QUICK } from '../../tools/bench/rounds.mjs';
import { DEFAULT_SHAPES, ODD_SHAPES, QUICK_SHAPES } from '../../tools/bench/shapes.mjs';
import { quantile, ratios, shuffled, spread } from '../../tools/bench/statistics.mjs';
import { bestForm, digits, refuseWrong, report } from '../../tools/bench/table.mjs';

const ids = (list) => list.map(({ id }) => id);

describe('the command line', () => {
  test('without arguments, everything is measured', () => {
    const options = readArguments([]);
    expect(ids(options.shapes)).toEqual(DEFAULT_SHAPES);
    expect(options.peers).toEqual(PEERS);
    expect(options).toMatchObject({ browsers: ['chromium', 'firefox'], isQuick: false });
  });

  test('--quick skips slow measurements unless they are named', () => {
    expect(ids(readArguments(['--quick']).shapes)).toEqual(QUICK_SHAPES);
    const named = readArguments(['--quick', '--shapes', 'multi-head']);
    expect(ids(named.shapes)).toEqual(['multi-head:1x64', 'multi-head:128x64']);
  });

  test('takes shapes once, peers in the order of the table, or no peers', () => {
    const { shapes, peers } = readArguments([
      ...['--shapes', 'attention:2x127x40,softmax,attention:2x127x40'],
      ...['--peers', 'jax,tfjs'],
    ]);
    const own = { id: 'attention:2x127x40', kind: 'attention', heads: 2, n: 127, d: 40 };
    expect(shapes).toEqual([own, { id: 'softmax:1024', kind: 'softmax', n: 1024 }]);
    expect(ids(peers)).toEqual(['tfjs', 'jax']);
    expect(readArguments(['--peers', 'none']).peers).toEqual([]);
  });

  test('odd shapes come with their neighbours and are for this library only', () => {
    const { shapes, peers } = readArguments(['--shapes', 'odd']);
    for (const { shape, neighbour } of ODD_SHAPES)
      expect(ids(shapes)).toEqual(expect.arrayContaining([shape, neighbour]));
    expect(shapes.length).toBe(new Set(ids(shapes)).size);
    expect(shapes).toContainEqual({
      ...{ id: 'attention:8x128x64x40', kind: 'attention' },
      ...{ heads: 8, n: 128, d: 64, dv: 40 },
    });
    expect(peers).toEqual([]);
    expect(() => readArguments(['--shapes', 'odd', '--peers', 'jax'])).toThrow(
      '--peers: expected none for a shape with its own d_v, got jax',
    );
  });

  test('the native benchmark computes the same shapes, writes nothing and has its own peers', () => {
    const computed = DEFAULT_SHAPES.filter((id) => !id.startsWith('write:'));
    expect(ids(readNativeArguments([]).shapes)).toEqual(computed);
    expect(readNativeArguments(['--quick', '--shapes', 'softmax'])).toEqual({
      shapes: [{ id: 'softmax:1024', kind: 'softmax', n: 1024 }],
      isQuick: true,
    });
    expect(() => readNativeArguments(['--peers', 'jax'])).toThrow(TypeError);
    expect(() => readNativeArguments(['--shapes', 'odd'])).toThrow('expected no d_v of its own');
  });

  it.each([
    [['--shapes', 'attention:8x64'], 'shape attention:8x64: expected attention:headsxnxdxd_v'],
    [['--shapes', 'attention:1x2x3x4x5'], 'shape attention:1x2x3x4x5'],
    [['--shapes', 'multi-head:8'], 'shape multi-head:8: expected multi-head:batchxtokens'],
    [['--shapes', 'matmul:0'], 'shape matmul:0: expected matmul:n'],
    [['--shapes', 'matmul:512:1'], 'shape matmul:512:1'],
    [['--shapes', 'conv:3'], 'shape conv:3: expected attention, multi-head, matmul, softmax'],
    [['--shapes', ','], '--shapes: expected names between commas, got none'],
    [['--peers', 'tfjs,torch'], '--peers: expected some of'],
    [['--browsers', 'webkit'], '--browsers: expected some of chromium, firefox, got webkit'],
    [['--fast'], '--fast'],
  ])('refuses %o', (args, words) => {
    expect(() => readArguments(args)).toThrow(TypeError);
    expect(() => readArguments(args)).toThrow(words);
  });
});

describe('statistics', () => {
  test('quartiles interpolate between samples in any order', () => {
    expect(spread([4, 1, 3, 2])).toEqual({ median: 2.5, q1: 1.75, q3: 3.25 });
    expect(spread([7])).toEqual({ median: 7, q1: 7, q3: 7 });
    expect(() => quantile([], 0.5)).toThrow('expected samples');
  });

  test('ratios are computed in each round, so a slow round counts like any other', () => {
    expect(ratios([2, 20, 2], [1, 10, 1])).toEqual({ median: 2, q1: 2, q3: 2 });
    expect(() => ratios([1], [1, 2])).toThrow('expected 1 rounds, got 2');
  });

  test('shuffling keeps all items and is deterministic', () => {
    expect(shuffled([1, 2, 3], () => 0)).toEqual([2, 3, 1]);
    expect(shuffled([1, 2, 3], () => 0.999)).toEqual([1, 2, 3]);
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
      ['tfjs', forms({ nan: { error: Number.NaN, ms: 1 }, none: { problem: 'no kernel', ms: 1 } })],
      ['jax', { prepare: () => Promise.reject(new Error('page.evaluate: Error: out\n at x')) }],
      ['litert', 'its page did not start'],
    ]);
    expect(measured).toMatchObject([
      { peer: 'attention-lab', form: 'good', ms: [2, 2, 2, 2, 2] },
      { peer: 'attention-lab', form: 'bad', isWrong: true, ms: [] },
      { peer: 'tfjs', form: 'nan', isWrong: true, ms: [] },
      { peer: 'tfjs', form: 'none', problem: 'no kernel', ms: [] },
      { peer: 'jax', problem: 'out', ms: [] },
      { peer: 'litert', problem: 'its page did not start', ms: [] },
    ]);
    expect(measured[3].isWrong).toBeUndefined();
  });

  test("a form much slower than its peer's best is skipped, except for peaks", async () => {
    const measured = await measure([
      [
        'tfjs',
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
        measured('jax', '', [], { problem: 'its page did not start' }),
      ],
    },
    { shape: 'softmax:1024', measured: [measured('attention-lab', 'softmax', [1234])] },
  ];
  const result = {
    date: '2026-01-02T03:04:05.000Z',
    isQuick: false,
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

  test('compares the fused native build with the plain one and the peers, but not a reused array', () => {
    const [attention] = shapes;
    const fused = measured('attention-lab-fused', 'streaming_attention', [0.25, 0.25, 0.5]);
    const out = measured('attention-lab-out', 'streamingAttention', [0.5, 0.5, 1]);
    const more = { ...attention, measured: [...attention.measured, fused, out] };
    const whole = report(words, result, [{ ...sections[0], shapes: [more] }]);
    const [, , , comparison] = whole.split('### Times as fast as');
    expect(comparison).toContain('More than 1: Attention Lab, fused is faster.');
    expect(comparison).toContain(
      '| attention:1x128x64 | 4.00 [4.00–4.00] | 12.00 [12.00–12.00] | – |',
    );
    expect(whole).not.toContain('More than 1: out is faster.');
  });

  test('with resident data, this library has its own column without comparisons', () => {
    const [attention] = shapes;
    const resident = measured('attention-lab-resident', 'streamingAttention', [0.25, 0.25, 0.5]);
    const more = { ...attention, measured: [...attention.measured, resident] };
    const whole = report(words, result, [{ ...sections[0], shapes: [more] }]);
    expect(whole).toContain(
      '| shape | Attention Lab | Attention Lab, relaxed | data resident | onnxruntime-web | jax-js |',
    );
    expect(whole.split('### Times as fast as').length - 1).toBe(2);
    const shares = whole.split('### Share of the peak').slice(1);
    expect(shares[0]).toContain('| attention:1x128x64 | 4.19 | 8.39 | 50 % | – | – |');
    expect(shares[2]).toContain('| attention:1x128x64 | 16.8 | 8.39 | 200 % | – | – |');
    expect(shares[2]).not.toContain('copies included');
  });

  test("compares an odd shape's time per element with its neighbour's", () => {
    const [{ shape, neighbour }] = ODD_SHAPES;
    const of = (id, ours, peak) => ({
      shape: id,
      measured: [
        measured('attention-lab', 'streamingAttention', ours),
        measured('peak', 'mul + add', peak, { operations: 8 }),
      ],
    });
    const pair = [of(shape, [1, 1, 1], [1, 1, 1]), of(neighbour, [2, 2, 2], [2, 2, 2])];
    const whole = report(words, result, [{ ...sections[0], shapes: pair }]);
    expect(whole).toContain(`| ${shape} | ${neighbour} | ${((128 / 127) ** 2).toFixed(2)} |`);
    expect(text).not.toContain('Odd shapes');
  });

  test('names what did not run, with the reason and the place', () => {
    expect(text).toContain(
      '- onnxruntime-web, Attention (opset 23): wrong: off by 1 (attention:1x128x64)',
    );
    expect(text).toContain('- jax-js: its page did not start (attention:1x128x64)');
    expect(text).not.toContain('tfjs');
  });

  test('prints machine, versions and what a time includes, and marks a quick run', () => {
    for (const part of ['Abacus, 2 cores', 'commit abc1234', 'onnxruntime-web 1.30.0', 'included'])
      expect(text).toContain(part);
    expect(text.startsWith('# Side by side\n')).toBe(true);
    expect(text).toContain('\n## Chromium 156\n\nPlain twin.\n');
    expect(text).not.toContain('quick run');
    expect(report(words, { ...result, isQuick: true }, sections)).toContain('A quick run');
  });

  test('a wrong output makes the whole run fail', () => {
    expect(() => refuseWrong(sections)).toThrow('1 outputs were wrong');
    expect(() => refuseWrong([{ ...sections[0], shapes: shapes.slice(1) }])).not.toThrow();
  });

  test("the native library's target uses only attention, by the median of its ratios", () => {
    const beside = (shape, ours, theirs) => ({
      shape,
      measured: [
        measured('attention-lab', 'streaming_attention', ours),
        measured('pytorch', 'bmm + softmax', theirs),
      ],
    });
    const both = [
      beside('attention:1x128x64', [2, 2, 9], [2, 3, 1]),
      beside('attention:8x64x64', [2, 2, 1], [1, 1, 9]),
      beside('matmul:512', [9], [1]),
    ];
    expect(aimLine(both, 'pytorch')).toContain(
      'Reached: attention:1x128x64. Missed: attention:8x64x64.',
    );
    expect(aimLine(both.slice(0, 1), 'pytorch')).toContain('Missed: none.');
    expect(aimLine(shapes, 'pytorch')).toBe('');
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
