// SPDX-License-Identifier: MIT
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { type GoldenCase, RUNNERS, tensor, worstMiss } from './golden.ts';

const folder = new URL('../golden/', import.meta.url);
const cases = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, folder), 'utf8')).cases as GoldenCase[]);

for (const twin of ['simd', 'scalar'] as const) {
  const engine = await createEngine({ simd: twin });
  for (const precision of ['float64', 'float32'] as const) {
    describe(`golden cases, ${twin}, ${precision}`, () => {
      it.each(cases.map((golden) => [golden.id, golden.title, golden] as const))(
        '%s %s',
        (_id, _title, golden) => {
          const outputs = RUNNERS[golden.fn]?.(engine, golden, precision);
          if (outputs === undefined) throw new Error(`no runner for ${golden.fn}`);
          const expected = precision === 'float64' ? golden.expected : golden.expected_f32;
          const tolerance = precision === 'float64' ? golden.tol.f64 : golden.tol.f32;
          expect(Object.keys(outputs).sort()).toEqual(Object.keys(expected).sort());
          for (const [name, value] of Object.entries(expected)) {
            const got = outputs[name];
            if (got === undefined) throw new Error(`${name} is missing`);
            expect(worstMiss(got, tensor(value), tolerance), name).toBeUndefined();
          }
        },
      );
    });
  }
}

describe('the comparison itself', () => {
  const tolerance = { abs: 1e-12, rel: 1e-10 };
  const row = (...data: number[]) => ({ shape: [data.length], data });

  it('misses a wrong number, a wrong length, and NaN against a number', () => {
    expect(worstMiss(row(1, 2), row(1, 2.1), tolerance)?.index).toBe(1);
    expect(worstMiss(row(1), row(1, 2), tolerance)).toBeDefined();
    expect(worstMiss(row(Number.NaN), row(1), tolerance)).toBeDefined();
    expect(worstMiss(row(1), row(Number.NaN), tolerance)).toBeDefined();
    expect(worstMiss(row(Number.POSITIVE_INFINITY), row(1), tolerance)).toBeDefined();
  });

  it('matches NaN with NaN and infinity with infinity', () => {
    const edge = row(Number.NaN, Number.POSITIVE_INFINITY, 1);
    expect(worstMiss(edge, edge, tolerance)).toBeUndefined();
  });
});
