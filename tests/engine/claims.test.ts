// SPDX-License-Identifier: MIT
// Measures every experiment of every lesson once, with the SIMD build, and compares the results with measurements.json:
// the verdict, each computed number, and which of these numbers the page shows for the experiment's state. With
// `WRITE_RECORDS=1`, writes measurements.json and the ledger's numbers.json. ledger.test.ts measures with the relaxed
// build and the native library.
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { isDeciding, judge } from '../../web/src/documents/judge.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';
import { decidingOf } from '../../web/src/ledger/numbers.ts';
import { type Measurement, UNWATCHED, verdictOf } from '../../web/src/lessons/experiment.ts';
import { verifiedLessons } from '../../web/src/lessons/registry.ts';
import { complete } from '../web/support/files.ts';
import { catalogueOf, counted, lacks, numbersIn, partsOf } from './lessons.ts';
import { isRecording, recordIn } from './record.ts';

const RELATIVE = 1e-6;
const ABSOLUTE = 1e-9;

type Rows = Readonly<Record<string, number | string>>;
type Recorded = readonly [verdict: string, computed: Rows, shown: readonly string[]];

const recorded = recordIn<Recorded>('measurements.json');
const decided = recordIn<readonly [row: string, expected: number | string, Rows[string]]>(
  '../../web/src/ledger/numbers.json',
);

const engine = await createEngine({ simd: 'simd' });

/** Replaces NaN and the infinities by strings, because JSON has no literals for them. */
const plain = (x: number) => (Number.isFinite(x) ? x : String(x));

const near = (rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).map(([id, x]) => [
      id,
      typeof x === 'number'
        ? expect.toSatisfy(
            (y) => Math.abs(y - x) <= Math.max(ABSOLUTE, RELATIVE * Math.abs(x)),
            `${x}`,
          )
        : x,
    ]),
  );

/** Chooses a measurement that decides the verdict: the recorded one (`last`), else one of the claim, else the first. */
function deciding(rows: readonly Measurement[], last: string | undefined) {
  const all = rows.filter((one) => isDeciding(one, verdictOf(rows)));
  return all.find(({ id }) => id === last) ?? all.find(({ tests }) => tests === 'claim') ?? all[0];
}

it('the ledger is complete: each statement and erratum is decided or marked as undecidable', () => {
  const ids = readFileSync(new URL('ledger-ids.txt', import.meta.url), 'utf8')
    .trim()
    .split(/\s+/);
  const known = [...claims, ...undecided].map(({ id }) => id);
  expect(known.toSorted()).toEqual(ids.toSorted());
});

describe.each(verifiedLessons.map(({ id }) => id))('the experiments of %s', async (lesson) => {
  const { experiments, compute } = await partsOf(lesson);
  const own = claims.filter((claim) => claim.lesson === lesson);

  it('decide every claim of the lesson', () => {
    const ids = experiments.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(own.map(({ experiment }) => experiment)));
  });

  describe.each(experiments.map((one) => [one.id, one] as const))('%s', (id, experiment) => {
    let measured: ReturnType<typeof experiment.measure>;
    let rows: readonly Measurement[] = [];
    beforeAll(async () => {
      measured = experiment.measure(engine, UNWATCHED);
      rows = (await measured) ?? [];
    });

    it('measures what is recorded, and its state shows it', async () => {
      const numbers = new Set(numbersIn(await compute(experiment.state, engine)));
      const isShown = ({ computed }: Measurement) =>
        !Number.isInteger(computed) && numbers.has(computed);
      const steady = rows.filter(({ isTimed }) => !isTimed);
      const computed = Object.fromEntries(steady.map((one) => [one.id, plain(one.computed)]));
      const shown = steady.filter(isShown).map((one) => one.id);
      const [verdict, expected, states] =
        recorded(`${lesson}/${id}`, [verdictOf(rows), computed, shown]) ?? [];
      expect(verdictOf(rows)).toBe(verdict);
      expect(computed).toEqual(near(expected ?? {}));
      expect(shown).toEqual(states);
    });

    it('agrees with the ledger', () => {
      const judged = own
        .filter((claim) => claim.experiment === id)
        .map((claim) => {
          const last = decidingOf(claim.id);
          const now = deciding(rows, last.row);
          if (now) decided(claim.id, [now.id, plain(now.expected), plain(now.computed)]);
          return judge(claim, last, rows);
        });
      expect(judged.filter(({ agrees }) => !agrees && !isRecording)).toEqual([]);
    });

    it.each(complete)('has a text for every row (%s)', (language) => {
      const values = rows.flatMap((one) => [one.id, `${one.id}Difference`, `${one.id}Tolerance`]);
      const wanted = [
        [`experiment.${id}.source`, []],
        [`experiment.${id}.claim`, []],
        [`experiment.${id}.conclusion`, values],
        ...rows.map((one) => [`experiment.${id}.rows.${one.id}`, []] as const),
      ] as const;
      expect(lacks(catalogueOf(`${lesson}/verify`, language), wanted)).toEqual([]);
    });

    it('stops when it is cancelled, and leaves nothing in the engine', async () => {
      if (!(measured instanceof Promise)) return;
      const { engine: own, count } = counted(engine);
      const abort = new AbortController();
      const told: number[] = [];
      const onProgress = (done: number) => {
        told.push(done);
        abort.abort();
      };
      const rest = await experiment.measure(own, { signal: abort.signal, onProgress });
      // An experiment without intermediate steps reports no progress, or only its end.
      expect(rest === undefined).toBe((told[0] ?? 1) < 1);
      expect(told.length).toBeLessThanOrEqual(1);
      expect(count.released).toBe(count.made);
    });
  });
});
