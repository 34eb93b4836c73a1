// SPDX-License-Identifier: MIT
// What holds for every lesson: its verdicts are the ledger's, and there are words for all it measures.
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';
import { type Experiment, type Measurement, verdictOf } from '../../web/src/lessons/experiment.ts';
import type { Prediction } from '../../web/src/lessons/prediction.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { measure } from './lessons.ts';

interface Parts {
  readonly experiments: readonly Experiment<unknown>[];
  readonly predictions: readonly Prediction<unknown>[];
}

// What draws by chance, or runs a document's model at its full size, takes seconds, and more on a busy machine.
vi.setConfig({ testTimeout: 180_000 });

const LESSONS = new URL('../../web/src/lessons/', import.meta.url);
const ledger = readFileSync(new URL('ledger-ids.txt', import.meta.url), 'utf8').split(/\s+/);

async function partsOf(id: string): Promise<Parts> {
  const { experiments } = await import(`${LESSONS}${id}/experiments.ts`);
  const { predictions } = await import(`${LESSONS}${id}/predictions.ts`);
  return { experiments, predictions };
}

/** The text of a dotted key; undefined where there is none. */
function textAt(catalogue: Catalogue, key: string): string | undefined {
  let found: string | Catalogue | undefined = catalogue;
  for (const part of key.split('.')) {
    if (typeof found !== 'object') return undefined;
    found = found[part];
  }
  return typeof found === 'string' ? found : undefined;
}

const placeholders = (text: string) => [...text.matchAll(/\{\{(\w+)/g)].map((found) => found[1]);

/** What a catalogue lacks: keys without a text, and placeholders without a value. */
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
  [`experiment.${id}.conclusion`, found.flatMap((one) => [one.id, `${one.id}Difference`])] as const,
  ...found.map((one) => [`experiment.${id}.rows.${one.id}`, []] as const),
];

const twins = [
  await createEngine({ simd: 'simd' }),
  await createEngine({ simd: 'scalar' }),
] as const;
const i18n = await createI18n('en');

it('the ledger is whole: 120 statements and 47 errata, each decided or said to be undecidable', () => {
  const known = [...claims, ...undecided].map(({ id }) => id);
  expect(known.toSorted()).toEqual(ledger.filter(Boolean).toSorted());
  expect(known.filter((id) => id.startsWith('E'))).toHaveLength(47);
  expect(known).toHaveLength(120 + 47);
});

describe.each(lessons.map(({ id }) => id))('the lesson %s', (lesson) => {
  const own = claims.filter((claim) => claim.lesson === lesson);
  const catalogues = languages.map((language) => ({
    language,
    catalogue: JSON.parse(
      readFileSync(new URL(`${lesson}/messages.${language}.json`, LESSONS), 'utf8'),
    ) as Catalogue,
  }));
  const expectWords = (wanted: readonly (readonly [string, readonly string[]])[]) => {
    for (const { language, catalogue } of catalogues)
      expect(lacks(catalogue, wanted), language).toEqual([]);
  };

  it('decides what the ledger says, as it says, and has words for every row', async () => {
    const { experiments } = await partsOf(lesson);
    const decided = experiments.flatMap(({ id, decides }) => decides.map((claim) => [claim, id]));
    expect(new Map(decided as [string, string][])).toEqual(
      new Map(own.map(({ id, experiment }) => [id, experiment])),
    );
    // ledger.test.ts has the other twin.
    for (const experiment of experiments) {
      const found = await measure(experiment, twins[0]);
      for (const { id, verdict } of own.filter((claim) => claim.experiment === experiment.id))
        expect(verdictOf(found), id).toBe(verdict);
      expectWords(wordsOfExperiment(experiment.id, found));
    }
  });

  it('asks to predict what the engine decides, and has words for every guess', async () => {
    const { predictions } = await partsOf(lesson);
    for (const { id, guesses, ...prediction } of predictions) {
      for (const engine of twins) {
        const { right, numbers } = prediction.measure(engine, i18n);
        expect(guesses, id).toContain(right);
        expectWords([
          [`predict.${id}.question`, []],
          ...guesses.map((guess) => [`predict.${id}.guess.${guess}`, []] as const),
          [`predict.${id}.outcome`, Object.keys(numbers)],
        ]);
      }
    }
  });
});
