// SPDX-License-Identifier: MIT
// Verifies the ledger (web/src/ledger: the statements and errata of the source texts) with the native library and the
// relaxed build. claims.test.ts uses the SIMD build.
import { expect, it, onTestFinished } from 'vitest';
import { type Found, judge, judgeAll } from '../../web/src/documents/judge.ts';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import type { Claim } from '../../web/src/ledger/claim.ts';
import { claims } from '../../web/src/ledger/claims.ts';
import { type Experiment, type Measurement, UNWATCHED } from '../../web/src/lessons/experiment.ts';
import { partsOf } from './lessons.ts';
import { openNative } from './native.ts';

const load = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await partsOf(lesson)).experiments as readonly Experiment<unknown>[];

function native(): Engine {
  const { engine, close } = openNative();
  onTestFinished(close);
  return engine;
}

/** The slowest experiments, which the first test skips. */
const LONG = [
  ...['multi-head whole', 'multi-head embed', 'scaling normal'],
  ...['scoring bounds', 'scoring init', 'scoring learn'],
];
const quick = claims.filter(({ lesson, experiment }) => !LONG.includes(`${lesson} ${experiment}`));

it.each([
  ['native', native],
  ['relaxed', () => createEngine({ simd: 'relaxed' })],
] as const)('every verdict and number is reproduced, %s', async (_, open) => {
  const found: Found[] = [];
  const steps: number[] = [];
  const run = { ...UNWATCHED, onProgress: (done: number) => void steps.push(done) };
  expect(await judgeAll(quick, load, await open(), run, (some) => found.push(...some))).toBe(true);
  expect(found.filter((one) => !one.agrees)).toEqual([]);
  expect(found.map(({ id }) => id).sort()).toEqual(quick.map(({ id }) => id).sort());
  expect(steps.at(-1)).toBe(1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});

it('can be cancelled', async () => {
  const abort = new AbortController();
  const found: Found[] = [];
  const run = { signal: abort.signal, onProgress: () => {} };
  const isWhole = await judgeAll(claims, load, await createEngine(), run, (some) => {
    found.push(...some);
    abort.abort();
  });
  expect(isWhole).toBe(false);
  const asked = found.map(({ id }) => claims.find((claim) => claim.id === id)?.experiment);
  expect(new Set(asked).size).toBe(1);
});

const row = (id: string, expected: number, computed: number, tests: Measurement['tests']) => ({
  ...{ id, expected, computed, tests },
  tolerance: 0.1,
});
const deviation = row('deviation', 64, 8, 'claim');
const mean = row('mean', 0, 0, 'claim');
const failing = [deviation, mean, row('limit', 1, 2, 'reach')];
const holding = [{ ...deviation, tests: 'shown' as const }, mean];

it.each([
  ['the right number', 'fails', {}, failing, true],
  ['a number within the tolerance', 'fails', { computed: 8.05 }, failing, true],
  ['a planted wrong number', 'fails', { computed: 9 }, failing, false],
  ['another expectation', 'fails', { expected: 65 }, failing, false],
  ['a row that is not there', 'fails', { row: 'variance' }, failing, false],
  ['a row that agrees', 'fails', { row: 'mean', expected: 0, computed: 0 }, failing, false],
  [
    'a row of the kind "reach"',
    'fails',
    { row: 'limit', expected: 1, computed: 2 },
    failing,
    false,
  ],
  ['a planted wrong verdict', 'holds', {}, failing, false],
  ['a row that agrees', 'holds', { row: 'mean', expected: 0, computed: 0 }, holding, true],
  ['a row that is only shown', 'holds', {}, holding, false],
] as const)('%s decides that a claim %s, or not', (_, verdict, change, rows, agrees) => {
  const claim: Claim = {
    ...{ id: '999-01', document: '000', lines: '1', lesson: 'none', experiment: 'none' },
    verdict,
  };
  const deciding = { row: 'deviation', expected: 64, computed: 8, ...change };
  const wanted = rows === failing ? 'fails' : 'holds';
  expect(judge(claim, deciding, rows)).toMatchObject({ verdict: wanted, agrees });
});
