// SPDX-License-Identifier: MIT
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import {
  BadFile,
  type Expectation,
  goldenFiles,
  PRECISIONS,
  readCases,
  type Tensors,
} from './golden/case.ts';
import { worstMiss } from './golden/compare.ts';
import { judge, runGolden } from './golden/run.ts';
import { openNative } from './native.ts';
import { TWINS } from './support.ts';

const folderOf = (name: string) => fileURLToPath(new URL(`../${name}/`, import.meta.url));
const casesOf = (name: string) => goldenFiles(folderOf(name)).flatMap(readCases);

const folder = folderOf('golden');
const LISTED = ['golden', 'golden-language-model', 'golden-transformer'];
const cases = [...LISTED, 'golden-edges'].flatMap(casesOf);

const native = openNative();
afterAll(() => native.close());
/** The ways to call the library (its doors): natively, and through each WebAssembly build. */
const doors: [string, Engine][] = [['native', native.engine]];
for (const twin of TWINS) doors.push([twin, await createEngine({ simd: twin })]);

for (const [door, engine] of doors) {
  for (const precision of PRECISIONS)
    describe(`golden cases, ${door}, ${precision}`, () => {
      it.each(cases.map((golden) => [golden.id, golden.title, golden] as const))(
        '%s %s',
        (_id, _title, golden) => {
          expect(judge(engine, golden, precision)).toBeUndefined();
        },
      );
    });
}

describe('golden files', () => {
  it.each(LISTED)('are those that the index lists, %s', (name) => {
    const index = JSON.parse(readFileSync(`${folderOf(name)}index.json`, 'utf8'));
    const ids = casesOf(name).map(({ id }) => id);
    expect(ids.sort()).toEqual(Object.values(index.files).flat().sort());
  });

  it('that are invalid are named', () => {
    expect(() => readCases(`${folder}SCHEMA.md`)).toThrow(BadFile);
    expect(() => readCases(`${folder}index.json`)).toThrow('index.json');
    expect(() => readCases(`${folder}nothing.json`)).toThrow('nothing.json');
    expect(() => goldenFiles(fileURLToPath(new URL('golden', import.meta.url)))).toThrow(BadFile);
  });
});

describe('a run over a file', () => {
  const engines = doors.map(([, engine]) => engine);
  const place = mkdtempSync(join(tmpdir(), 'golden-'));
  afterAll(() => rmSync(place, { recursive: true }));

  /** Runs softmax.json with a change to its first case, and returns the lines that the run reports. */
  function told(damage: object): string[] {
    const file = join(place, 'softmax.json');
    const document = JSON.parse(readFileSync(`${folder}softmax.json`, 'utf8'));
    Object.assign(document.cases[0], damage);
    writeFileSync(file, JSON.stringify(document));
    const lines: string[] = [];
    runGolden(engines, [file], (line) => lines.push(line));
    return lines;
  }

  it('counts every case once', () => {
    expect(told({})).toEqual(['17 passed, 0 failed']);
  });

  it('reports a failure with its worst entry, and an error with its message', () => {
    const expected = { y: { shape: [4], data: [0, 0, 0, 7] } };
    const lines = told({ expected });
    expect(lines).toHaveLength(2);
    // If engines fail by the same amount, the first one is reported: the native engine, whose `twin` is `simd`.
    expect(lines[0]).toMatch(/^pub-softmax-01 float64 simd: y\[3\]: got 0\.947\d*, expected 7, /);
    expect(lines[1]).toBe('16 passed, 1 failed');
    expect(told({ fn: 'zscore', params: { ddof: 7 } })).toEqual([
      'pub-softmax-01 float64 simd: ddof: expected a whole number from 0 to 1, got 7',
      '16 passed, 1 failed',
    ]);
  });
});

describe('the comparison', () => {
  const row = (...data: number[]) => ({ shape: [data.length], data });
  const expected = (...data: number[]): Expectation => ({
    outputs: { y: row(...data) },
    absent: ['grad_W'],
    tolerance: { abs: 1e-12, rel: 1e-10 },
  });

  it.each([
    [{ y: row(1.1, 2.5) }, expected(1, 2), /^y\[1\]: got 2.5, expected 2,/],
    [{ y: row(1) }, expected(1, 2), /^y: got shape \(1\), expected \(2\)$/],
    [{ y: row(Number.NaN, 9) }, expected(1, 1), /^y\[0\]: got NaN/],
    [{ y: row(1) }, expected(Number.NaN), /expected NaN/],
    [{ y: row(Number.POSITIVE_INFINITY) }, expected(1), /got Infinity/],
    [{}, expected(1), /^y: not computed$/],
    // PyTorch computes no gradient grad_W.
    [{ y: row(1), grad_W: row(0) }, expected(1), /^grad_W: computed/],
  ])('reports the worst entry of %j', (found: Tensors, right, text) => {
    expect(worstMiss(found, right)?.text).toMatch(text);
  });

  it('accepts rounding errors, and outputs that are not listed', () => {
    expect(worstMiss({ y: row(1 + 1e-11, 2), other: row(0) }, expected(1, 2))).toBeUndefined();
  });
});
