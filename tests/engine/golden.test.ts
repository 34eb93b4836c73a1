// SPDX-License-Identifier: MIT
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { BadFile, type Expectation, goldenFiles, PRECISIONS, readCases } from './golden/case.ts';
import { worstMiss } from './golden/compare.ts';
import { judge, runGolden } from './golden/run.ts';
import { TWINS } from './support.ts';

const folder = fileURLToPath(new URL('../golden/', import.meta.url));
const cases = goldenFiles(folder).flatMap(readCases);

for (const twin of TWINS) {
  const engine = await createEngine({ simd: twin });
  for (const precision of PRECISIONS)
    describe(`golden cases, ${twin}, ${precision}`, () => {
      it.each(cases.map((golden) => [golden.id, golden.title, golden] as const))(
        '%s %s',
        (_id, _title, golden) => {
          expect(judge(engine, golden, precision)).toBeUndefined();
        },
      );
    });
}

describe('golden files', () => {
  it('are all that the index lists', () => {
    const index = JSON.parse(readFileSync(`${folder}index.json`, 'utf8'));
    expect(cases.map(({ id }) => id).sort()).toEqual(Object.values(index.files).flat().sort());
  });

  it('that cannot be used are refused by name', () => {
    expect(() => readCases(`${folder}SCHEMA.md`)).toThrow(BadFile);
    expect(() => readCases(`${folder}index.json`)).toThrow('index.json: cases is no list');
    expect(() => readCases(`${folder}nothing.json`)).toThrow('nothing.json');
    expect(() => goldenFiles(fileURLToPath(new URL('.', import.meta.url)))).toThrow(BadFile);
  });
});

describe('a run over a file', () => {
  const place = mkdtempSync(join(tmpdir(), 'golden-'));
  afterAll(() => rmSync(place, { recursive: true }));

  /** softmax.json with its first case damaged, run; the lines that it tells. */
  async function told(damage: object): Promise<string[]> {
    const file = join(place, 'softmax.json');
    const document = JSON.parse(readFileSync(`${folder}softmax.json`, 'utf8'));
    Object.assign(document.cases[0], damage);
    writeFileSync(file, JSON.stringify(document));
    const lines: string[] = [];
    await runGolden([file], (line) => lines.push(line));
    return lines;
  }

  it('counts every case in both precisions and both twins', async () => {
    expect(await told({})).toEqual([
      '17 cases, each in float64 and in float32 through the simd and the scalar twin',
      '68 passed, 0 failed',
    ]);
  });

  it('names each failure in a line, and a refused call with its text', async () => {
    const expected = { y: { shape: [4], data: [0, 0, 0, 7] } };
    const lines = await told({ expected });
    expect(lines[0]).toMatch(/^pub-softmax-01 float64 simd: y\[3\]: got 0\.947\d*, expected 7, /);
    expect(lines.at(-1)).toBe('66 passed, 2 failed');
    const refused = await told({ fn: 'zscore', params: { ddof: 7 } });
    expect(refused[1]).toBe('pub-softmax-01 float32 simd: ddof: expected 0 or 1, got 7');
    expect(refused.at(-1)).toBe('64 passed, 4 failed');
  });

  it('gives up on another schema', async () => {
    const file = join(place, 'later.json');
    writeFileSync(file, '{"schema": "attention-golden/9", "cases": []}');
    await expect(runGolden([file], () => {})).rejects.toThrow(
      'later.json: schema attention-golden/9',
    );
  });

  it('gives up on a function or an input that is not there', async () => {
    await expect(told({ fn: 'softmin' })).rejects.toThrow(BadFile);
    await expect(told({ inputs: {} })).rejects.toThrow('softmax.json: pub-softmax-01: no input x');
    await expect(told({ inputs: { x: { shape: [5], data: [1] } } })).rejects.toThrow(
      'softmax.json: 1 entries for the shape (5)',
    );
  });
});

describe('the comparison itself', () => {
  const row = (...data: number[]) => ({ shape: [data.length], data });
  const expected = (...data: number[]): Expectation => ({
    outputs: { y: row(...data) },
    absent: ['grad_W'],
    tolerance: { abs: 1e-12, rel: 1e-10 },
  });

  it('names the worst entry', () => {
    expect(worstMiss({ y: row(1.1, 2.5) }, expected(1, 2))).toMatch(
      /^y\[1\]: got 2.5, expected 2,/,
    );
    expect(worstMiss({ y: row(1 + 1e-11, 2) }, expected(1, 2))).toBeUndefined();
  });

  it('misses another shape, and NaN or infinity against a number', () => {
    expect(worstMiss({ y: row(1) }, expected(1, 2))).toBe('y: got shape (1), expected (2)');
    expect(worstMiss({ y: row(Number.NaN) }, expected(1))).toMatch('got NaN');
    expect(worstMiss({ y: row(1) }, expected(Number.NaN))).toMatch('expected NaN');
    expect(worstMiss({ y: row(Number.POSITIVE_INFINITY) }, expected(1))).toMatch('got Infinity');
    expect(worstMiss({ y: row(Number.NaN, 9) }, expected(1, 1))).toMatch('y[0]: got NaN');
  });

  it('matches NaN with NaN and infinity with infinity', () => {
    const edge = [Number.NaN, Number.POSITIVE_INFINITY, 1];
    expect(worstMiss({ y: row(...edge) }, expected(...edge))).toBeUndefined();
  });

  it('misses an output that is missing, and one that PyTorch does not have', () => {
    expect(worstMiss({}, expected(1))).toBe('y: not computed');
    expect(worstMiss({ y: row(1), grad_W: row(0) }, expected(1))).toMatch('grad_W: computed');
    expect(worstMiss({ y: row(1), other: row(0) }, expected(1))).toBeUndefined();
  });
});
