// SPDX-License-Identifier: MIT
// Measures every claim of the ledger (web/src/ledger: the statements and errata of the source texts). Compares the
// verdict with the ledger and the deciding number with numbers.json. With `WRITE_LEDGER=1`, first writes the numbers of
// all claims to numbers.json.
import { readFileSync, writeFileSync } from 'node:fs';
import { afterEach, expect, it } from 'vitest';
import { type Found, isDeciding, judge, judgeAll } from '../../web/src/documents/judge.ts';
import { createEngine, type Engine } from '../../web/src/engine/index.ts';
import type { Twin } from '../../web/src/engine/twin.ts';
import type { Claim } from '../../web/src/ledger/claim.ts';
import { claims } from '../../web/src/ledger/claims.ts';
import {
  type Experiment,
  type Measurement,
  UNWATCHED,
  verdictOf,
} from '../../web/src/lessons/experiment.ts';
import { partsOf } from './lessons.ts';
import { type NativeEngine, openNative } from './native.ts';

const NUMBERS = new URL('../../web/src/ledger/numbers.json', import.meta.url);

const load = async (lesson: string): Promise<readonly Experiment<unknown>[]> =>
  (await partsOf(lesson)).experiments as readonly Experiment<unknown>[];

/**
 * Returns the measurement that decides the verdict. If several decide it, returns the one with the id `recorded`,
 * otherwise the first that tests a claim, otherwise the first.
 */
function deciding(
  measurements: readonly Measurement[],
  recorded: string | undefined,
): Measurement | undefined {
  const verdict = verdictOf(measurements);
  const rows = measurements.filter((one) => isDeciding(one, verdict));
  return (
    rows.find(({ id }) => id === recorded) ?? rows.find(({ tests }) => tests === 'claim') ?? rows[0]
  );
}

const asJson = (x: number) => (Number.isFinite(x) ? String(x) : `"${x}"`);

async function record(): Promise<void> {
  const before = JSON.parse(readFileSync(NUMBERS, 'utf8')) as Record<string, [string]>;
  const engine = await createEngine({ simd: 'simd' });
  const lines: string[] = [];
  for (const { id, lesson, experiment } of [...claims].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const found = (await load(lesson)).find((one) => one.id === experiment);
    const measured = (await found?.measure(engine, UNWATCHED)) ?? [];
    const row = deciding(measured, before[id]?.[0]);
    if (row)
      lines.push(`  "${id}": ["${row.id}", ${asJson(row.expected)}, ${asJson(row.computed)}]`);
  }
  writeFileSync(NUMBERS, `{\n${lines.join(',\n')}\n}\n`);
}

if (process.env.WRITE_LEDGER) await record();

const nativeEngines: NativeEngine[] = [];
afterEach(() => {
  for (const native of nativeEngines.splice(0)) native.close();
});

async function open(door: 'native' | Twin): Promise<Engine> {
  if (door !== 'native') return createEngine({ simd: door });
  const native = openNative();
  nativeEngines.push(native);
  return native.engine;
}

/**
 * The slowest experiments, which would take two thirds of this file's time. Here only the native library measures them;
 * lessons.test.ts measures them with the SIMD build, and tests/browser/documents.test.ts with the builds that the
 * browsers load.
 */
const LONG = [
  'multi-head whole',
  'multi-head embed',
  'scaling normal',
  'scoring bounds',
  'scoring init',
  'scoring learn',
];
const quick = claims.filter(({ lesson, experiment }) => !LONG.includes(`${lesson} ${experiment}`));

it.each([
  ['native', claims],
  ['relaxed', quick],
  ['simd', quick],
] as const)('every verdict and number is reproduced, %s', async (door, asked) => {
  const found: Found[] = [];
  const steps: number[] = [];
  const isWhole = await judgeAll(
    asked,
    load,
    await open(door),
    { ...UNWATCHED, onProgress: (done) => steps.push(done) },
    (some) => found.push(...some),
  );
  expect(isWhole).toBe(true);
  expect(found.filter((one) => !one.agrees)).toEqual([]);
  expect(found.map(({ id }) => id).sort()).toEqual(asked.map(({ id }) => id).sort());
  expect(steps.at(-1)).toBe(1);
  expect(steps).toEqual(steps.toSorted((a, b) => a - b));
});

it('can be cancelled', async () => {
  const abort = new AbortController();
  const found: Found[] = [];
  const isWhole = await judgeAll(
    claims,
    load,
    await createEngine(),
    { signal: abort.signal, onProgress: () => {} },
    (some) => {
      found.push(...some);
      abort.abort();
    },
  );
  expect(isWhole).toBe(false);
  expect(
    new Set(found.map(({ id }) => claims.find((claim) => claim.id === id)?.experiment)),
  ).toHaveLength(1);
});

const claim: Claim = {
  id: '999-01',
  document: '000',
  lines: '1',
  verdict: 'fails',
  lesson: 'none',
  experiment: 'none',
};
const measured: Measurement[] = [
  { id: 'deviation', expected: 64, computed: 8, tolerance: 0.1, tests: 'claim' },
  { id: 'mean', expected: 0, computed: 0, tolerance: 0, tests: 'claim' },
];
const right = { row: 'deviation', expected: 64, computed: 8 };
const holding: Claim = { ...claim, verdict: 'holds' };
const shownRow: Measurement = { ...measured[0], tests: 'shown' } as Measurement;

it.each([
  ['the right number', claim, right, true],
  ['a number within the tolerance', claim, { ...right, computed: 8.05 }, true],
  ['a planted wrong number', claim, { ...right, computed: 9 }, false],
  ['another expectation', claim, { ...right, expected: 65 }, false],
  ['a row that is not there', claim, { ...right, row: 'variance' }, false],
  ['another row', claim, { ...right, row: 'mean' }, false],
  ['a planted wrong verdict', { ...claim, verdict: 'holds' as const }, right, false],
])('%s in the ledger is checked', (_, planted, deciding, isRight) => {
  expect(judge(planted, deciding, measured)).toMatchObject({ verdict: 'fails', agrees: isRight });
});

it.each([
  [
    'an agreeing row decides that a claim holds',
    holding,
    { row: 'mean', expected: 0, computed: 0 },
    true,
  ],
  ['a row that is only shown decides nothing', holding, right, false],
])('%s', (_, planted, deciding, isRight) => {
  const rows = [shownRow, ...measured.slice(1)];
  expect(judge(planted, deciding, rows)).toMatchObject({ verdict: 'holds', agrees: isRight });
});

it('a measurement that agrees does not decide that a claim fails', () => {
  const mean = { row: 'mean', expected: 0, computed: 0 };
  expect(judge(claim, mean, measured)).toMatchObject({ verdict: 'fails', agrees: false });
});

it('a measurement of the kind "reach" does not decide that a claim fails', () => {
  const rows: Measurement[] = [
    ...measured,
    { id: 'limit', expected: 1, computed: 2, tolerance: 0, tests: 'reach' },
  ];
  const limit = { row: 'limit', expected: 1, computed: 2 };
  expect(judge(claim, limit, rows)).toMatchObject({ verdict: 'fails', agrees: false });
  expect(judge(claim, right, rows)).toMatchObject({ verdict: 'fails', agrees: true });
});
