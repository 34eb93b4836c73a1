// SPDX-License-Identifier: MIT
// Tests the lesson "query-key" without a page: its question, and the random sentence and tables of its page Verify.
import { expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { rowsOf } from '../../web/src/lessons/matrix.ts';
import type { State } from '../../web/src/lessons/query-key/compute.ts';
import { randomSentence, with_ } from '../../web/src/lessons/query-key/compute.ts';
import { nearestPair, toTheOneBefore } from '../../web/src/lessons/query-key/similarity.ts';
import { steps } from '../../web/src/lessons/query-key/steps.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => randomSentence(with_(change), engine);

it('splits its sentence into words and marks, and gives a token the same vector at any size', () => {
  const { values, tokens } = at({ dimension: 8, deviation: 0.5 });
  expect(tokens).toEqual(['Hello', ',', 'how', 'are', 'you', '?']);
  const rows = rowsOf(values);
  expect(rows[0]).not.toEqual(rows[1]);
  const longer = rowsOf(at({ dimension: 300, deviation: 0.5 }).values);
  expect(longer.map((row) => row.slice(0, 8))).toEqual(rows);
  const unit = rowsOf(at({ dimension: 8 }).values);
  expect(rows).toEqual(unit.map((row) => row.map((x) => x / 2)));
});

it('finds tokens that attend to the previous one, and a nearest pair', () => {
  const rows = (...all: string[]) => all.map((row) => [...row].map(Number));
  expect(toTheOneBefore(rows('10', '10'))).toBe(1);
  expect(nearestPair(rows('210', '123', '032'))).toEqual({ i: 1, j: 2, score: 3, mean: 2 });
  expect(nearestPair([[1]])).toBeUndefined();
});

it('judges whether one matrix finds the word itself, the same word as two, or another', () => {
  const right = steps.find(({ id }) => id === 'guess')?.question?.right;
  const answers = [0, 1, 2].map((most) =>
    right?.({
      search: { from: 0, found: 1, one: [0, 1, 2].map((i) => Number(i === most)) },
    } as never),
  );
  expect(answers).toEqual(['self', 'same', 'other']);
});
