// SPDX-License-Identifier: MIT
// Checks every lesson: the verdicts of its experiments equal those of the ledger (web/src/ledger),
// and every measurement has a text in each language.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';
import { type Measurement, verdictOf } from '../../web/src/lessons/experiment.ts';
import { verifiedLessons } from '../../web/src/lessons/registry.ts';
import { complete } from '../web/support/files.ts';
import { measure, partsOf } from './lessons.ts';

// The timeout is in milliseconds. Some experiments take seconds, and more on a busy machine: Monte Carlo simulations,
// and an experiment with a model as large as that of a source text.
vi.setConfig({ testTimeout: 300_000 });

const LESSONS = new URL('../../web/src/lessons/', import.meta.url);
const ledger = readFileSync(new URL('ledger-ids.txt', import.meta.url), 'utf8').split(/\s+/);

/** The text with a dotted key, or undefined if the catalogue has none. */
function textAt(catalogue: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) {
    if (typeof found !== 'object') return undefined;
    found = found[part];
  }
  return typeof found === 'string' ? found : undefined;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map((found) => found[1]);

/**
 * The keys that have no text in a catalogue, and the placeholders in texts for which there is no
 * value.
 */
function lacks(catalogue: Catalogue, wanted: readonly (readonly [string, readonly string[]])[]) {
  return wanted.flatMap(([key, values]) => {
    const text = textAt(catalogue, key);
    if (!text) return [key];
    return placeholders(text)
      .filter((name) => !values.includes(name ?? ''))
      .map((name) => `${key}: {{${name}}}`);
  });
}

const wordsOfExperiment = (id: string, found: readonly Measurement[]) => [
  [`experiment.${id}.source`, []] as const,
  [`experiment.${id}.claim`, []] as const,
  [
    `experiment.${id}.conclusion`,
    found.flatMap((one) => [one.id, `${one.id}Difference`, `${one.id}Tolerance`]),
  ] as const,
  ...found.map((one) => [`experiment.${id}.rows.${one.id}`, []] as const),
];

const twins = [
  await createEngine({ simd: 'simd' }),
  await createEngine({ simd: 'relaxed' }),
] as const;

it('the ledger is complete: each statement and erratum is decided or marked as undecidable', () => {
  const known = [...claims, ...undecided].map(({ id }) => id);
  expect(known.toSorted()).toEqual(ledger.filter(Boolean).toSorted());
});

describe.each(verifiedLessons.map(({ id }) => id))('the lesson %s', (lesson) => {
  const own = claims.filter((claim) => claim.lesson === lesson);
  const catalogues = complete.map((language) => ({
    language,
    catalogue: JSON.parse(
      readFileSync(new URL(`${lesson}/verify/messages.${language}.json`, LESSONS), 'utf8'),
    ) as Catalogue,
  }));
  const expectWords = (wanted: readonly (readonly [string, readonly string[]])[]) => {
    for (const { language, catalogue } of catalogues)
      expect(lacks(catalogue, wanted), language).toEqual([]);
  };

  it('has the ledger’s verdicts, and a text for every row', async () => {
    const { experiments } = await partsOf(lesson);
    const ids = experiments.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(own.map(({ experiment }) => experiment)));
    // Measures with the SIMD build only, because measuring is slow. ledger.test.ts measures with the native library
    // and, except for the slowest experiments, with all builds.
    for (const experiment of experiments) {
      const found = await measure(experiment, twins[0]);
      for (const { id, verdict } of own.filter((claim) => claim.experiment === experiment.id))
        expect(verdictOf(found), id).toBe(verdict);
      expectWords(wordsOfExperiment(experiment.id, found));
    }
  });
});
