// SPDX-License-Identifier: MIT
// Checks every lesson: the verdicts of its experiments equal those of the ledger (web/src/ledger),
// and every measurement has a text in each language.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { languages } from '../../web/src/i18n/languages.ts';
import { claims, undecided } from '../../web/src/ledger/claims.ts';
import { drawQuestion } from '../../web/src/lessons/check-question.ts';
import { type Measurement, verdictOf } from '../../web/src/lessons/experiment.ts';
import { stageLessons, verifiedLessons } from '../../web/src/lessons/kinds.ts';
import { initialState } from '../../web/src/state/fields.ts';
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
const i18n = await createI18n('en');

it('the ledger is complete: each statement and erratum is decided or marked as undecidable', () => {
  const known = [...claims, ...undecided].map(({ id }) => id);
  expect(known.toSorted()).toEqual(ledger.filter(Boolean).toSorted());
});

describe.each(verifiedLessons.map(({ id }) => id))('the lesson %s', (lesson) => {
  const hasStage = stageLessons.some(({ id }) => id === lesson);
  const own = claims.filter((claim) => claim.lesson === lesson);
  const folder = existsSync(new URL(`${lesson}/bench`, LESSONS)) ? `${lesson}/bench` : lesson;
  const catalogues = languages.map((language) => ({
    language,
    catalogue: JSON.parse(
      readFileSync(new URL(`${folder}/messages.${language}.json`, LESSONS), 'utf8'),
    ) as Catalogue,
  }));
  const expectWords = (wanted: readonly (readonly [string, readonly string[]])[]) => {
    for (const { language, catalogue } of catalogues)
      expect(lacks(catalogue, wanted), language).toEqual([]);
  };

  const hasText = (key: string) =>
    catalogues.some(({ catalogue }) => textAt(catalogue, key) !== undefined);

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

  it('computes the answer to each prediction, and has feedback for every guess', async () => {
    const { predictions } = await partsOf(lesson);
    expect(predictions.length).toBeGreaterThan(0);
    for (const { id, guesses, ...prediction } of predictions) {
      for (const engine of twins) {
        const { right, numbers } = prediction.measure(engine, i18n);
        expect(guesses, id).toContain(right);
        expectWords([
          [`predict.${id}.question`, []],
          ...guesses.map((guess) => [`predict.${id}.guess.${guess}`, []] as const),
          ...(hasText(`predict.${id}.outcome`)
            ? [[`predict.${id}.outcome`, Object.keys(numbers)] as const]
            : guesses.map(
                (guess) => [`predict.${id}.feedback.${guess}`, Object.keys(numbers)] as const,
              )),
        ]);
      }
    }
  });

  it.runIf(hasStage)(
    'uses new numbers in each check, and has feedback for every answer',
    async () => {
      const { beats, predictions, experiments, fields } = await partsOf(lesson);
      const shown = [fields && initialState(fields), ...predictions, ...experiments].map((one) =>
        JSON.stringify(one && 'state' in one ? one.state : one),
      );
      const questions = beats.flatMap(({ question }) => question ?? []);
      expect(questions.length).toBeGreaterThan(0);
      for (const question of questions) {
        const { id } = question;
        for (let seed = 1; seed <= 40; seed++) {
          const [one, other] = twins.map((engine) => drawQuestion(question, seed, engine, i18n));
          expect(one).toEqual(other);
          const { state, answers, right } = one as NonNullable<typeof one>;
          expect(shown, `${id} ${seed}`).not.toContain(JSON.stringify(state));
          expect(answers.length, `${id} ${seed}`).toBeGreaterThanOrEqual(3);
          expect(answers.map((answer) => answer.id)).toContain(right);
          const words = Object.keys(question.words(state as never, i18n));
          expectWords([
            [`check.${id}.question`, words],
            ...answers.map(
              (answer) => [`check.${id}.feedback.${answer.id}`, [...words, 'right']] as const,
            ),
          ]);
        }
      }
    },
  );

  it.runIf(hasStage)('has five to eight beats, each with a text', async () => {
    const { beats } = await partsOf(lesson);
    expect(beats.length).toBeGreaterThanOrEqual(5);
    expect(beats.length).toBeLessThanOrEqual(8);
    for (const language of languages) {
      const file = new URL(`${lesson}/text.${language}.md`, LESSONS);
      const headings = [...readFileSync(file, 'utf8').matchAll(/^## .*\{#([\w-]+)\}$/gm)];
      const ids = headings.map(([, id]) => id);
      expect(ids, language).toEqual(expect.arrayContaining(beats.map(({ id }) => id)));
    }
  });
});
