// SPDX-License-Identifier: MIT
// Tests that the Python programs which the lessons show compute the same numbers as the page.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { excerptsOf, PROGRAMS, withInputs } from '../../web/src/lessons/code.ts';
import { verifiedLessons } from '../../web/src/lessons/registry.ts';
import { codeOf, comparePrograms, partsOf } from './code/programs.ts';

const engine = await createEngine();

/** States in which the page has no number, and the program returns NaN. */
const WITHOUT = [
  { lesson: 'kernel-regression', only: { kernel: 'boxcar', query: 48 } },
  { lesson: 'softmax', only: { x: [2, 2, 2], scaling: 'standardise', target: 1 } },
  {
    lesson: 'similarity',
    only: { query: [0, 0], measure: 'cosine', words: [0, 0, 0, 0, 0, 0, 0, 0, 0] },
  },
];
const LESSONS = verifiedLessons.map(({ id }) => ({ lesson: id }));

it('the programs of all lessons give the library’s numbers in NumPy, for every state that a lesson sets', async () => {
  for (const { lesson, only } of WITHOUT) {
    const { code, compute, states } = await partsOf(lesson);
    const full = { ...states[0], ...only };
    expect(Object.values(code.results(await compute(full, engine), full))).toContain(undefined);
  }
  for (const { differences, compared } of await comparePrograms(
    [...LESSONS, ...WITHOUT],
    'numpy',
    engine,
  )) {
    expect(differences).toEqual([]);
    expect(compared).toBeGreaterThan(0);
  }
});

describe.each(LESSONS)('the code of $lesson', ({ lesson }) => {
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
