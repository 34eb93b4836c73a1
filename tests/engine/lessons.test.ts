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

// What draws by chance takes seconds, and more on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

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

const twins = [await createEngine({ simd: 'simd' }), await createEngine({ simd: 'scalar' })];
const i18n = await createI18n('en');

it('no statement is listed twice, and each is in the ledger', () => {
  const ids = [...claims, ...undecided].map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)]);
  for (const id of ids) expect(ledger).toContain(id);
});

it('of documents 000 and 004’s derivation, and of the lessons’ parts of 001 and 003, none is missing', () => {
  const known = new Set([...claims, ...undecided].map(({ id }) => id));
  const numbers = (document: string, from: number, to: number) =>
    Array.from(
      { length: to - from + 1 },
      (_, i) => `${document}-${String(from + i).padStart(2, '0')}`,
    );
  const wanted = [
    ...numbers('000', 1, 32),
    ...numbers('001', 1, 10),
    ...numbers('001', 12, 19),
    ...['001-22', '001-23', '001-25', '004-15'],
    ...numbers('003', 1, 13),
    ...['001-11', '001-20', '001-21', '001-24', '003-14', '003-15'],
    ...['003-17', '003-18', '003-19', '003-20', '003-21', '003-22', '003-23'],
    ...numbers('004', 18, 21),
    ...numbers('002', 13, 15),
    '003-16',
  ];
  expect(wanted.filter((id) => !known.has(id))).toEqual([]);
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
    for (const engine of twins) {
      for (const experiment of experiments) {
        const found = await measure(experiment, engine);
        for (const { id, verdict } of own.filter((claim) => claim.experiment === experiment.id))
          expect(verdictOf(found), id).toBe(verdict);
        expectWords(wordsOfExperiment(experiment.id, found));
      }
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
