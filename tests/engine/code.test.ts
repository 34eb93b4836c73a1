// SPDX-License-Identifier: MIT
// Tests that the Python programs which the lessons show compute the same numbers as the page.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { excerptsOf, PROGRAMS, withInputs } from '../../web/src/lessons/code.ts';
import { verifiedLessons } from '../../web/src/lessons/registry.ts';
import { codeOf, compareProgram, partsOf } from './code/programs.ts';

const engine = await createEngine();

it.each([
  ['kernel-regression', { kernel: 'boxcar', query: 48 }],
  ['softmax', { x: [2, 2, 2], scaling: 'standardise', target: 1 }],
  ['similarity', { query: [0, 0], measure: 'cosine', words: [0, 0, 0, 0, 0, 0, 0, 0, 0] }],
])('%s: the program returns NaN where the page has no number', async (lesson, state) => {
  const { code, compute, states } = await partsOf(lesson);
  const full = { ...states[0], ...state };
  expect(Object.values(code.results(await compute(full, engine), full))).toContain(undefined);
  expect((await compareProgram(lesson, 'numpy', engine, state)).differences).toEqual([]);
});

describe.each(verifiedLessons.map(({ id }) => id))('the code of %s', (lesson) => {
  it('gives the library’s numbers in NumPy, for every state that the lesson sets', async () => {
    const { differences, compared } = await compareProgram(lesson, 'numpy', engine);
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  });

  it('has lines of the library for every state, and both programs use its inputs', async () => {
    const { code, compute, states } = await partsOf(lesson);
    const all = codeOf(lesson);
    const shown = new Set<string>();
    const lit = new Set<string>();
    for (const state of states) {
      const ran = excerptsOf(all, code.ran(state));
      expect(ran.length).toBeGreaterThan(0);
      for (const { id, lines } of ran) {
        shown.add(id);
        for (const term of lines.flatMap(({ terms }) => terms)) lit.add(term);
      }
      const numbers = await compute(state, engine);
      const inputs = code.inputs(state, numbers);
      for (const program of PROGRAMS) {
        const terms = withInputs(all[program], inputs).flatMap((line) => line.terms);
        for (const name of Object.keys(code.results(numbers, state)))
          expect(terms, program).toContain(name);
      }
    }
    const [first = {}] = states;
    const names = Object.keys(code.results(await compute(first, engine), first));
    expect(
      names.filter((name) => !lit.has(name)),
      'names without a line of C++',
    ).toEqual([]);
    expect(
      [...lit].filter((term) => !names.includes(term)),
      'terms without numbers',
    ).toEqual([]);
    expect(
      all.cpp.map(({ id }) => id).filter((id) => !shown.has(id)),
      'never shown',
    ).toEqual([]);
  });
});
