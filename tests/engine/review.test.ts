// SPDX-License-Identifier: MIT
// Tests the review, the page after the last lesson: its questions and answers, and the model that the reader trains
// there.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { forgoStore } from '../../web/src/device/store.ts';
import { createEngine } from '../../web/src/engine/index.ts';
import { grammarOf } from '../../web/src/engine/sentences/grammars.ts';
import type { Catalogue } from '../../web/src/i18n/catalogue.ts';
import { createI18n } from '../../web/src/i18n/i18n.ts';
import { type Drawn, drawQuestion } from '../../web/src/lessons/check-question.ts';
import { lessons } from '../../web/src/lessons/registry.ts';
import { trainedSentences } from '../../web/src/lessons/trained-sentences.ts';
import { ReaderModel } from '../../web/src/review/predictor.ts';
import { QUESTIONS } from '../../web/src/review/questions/questions.ts';
import { TAUGHT, type Taught } from '../../web/src/review/taught.ts';
import { complete } from '../web/support/files.ts';
import { catalogueOf, lacks, textAt } from './lessons.ts';
import { recordIn } from './record.ts';

// Node has no local storage, so the model that the reader trains is kept in memory, as in an embed.
forgoStore();

const SEEDS = Array.from({ length: 60 }, (_, i) => i + 1);

const twins = [
  await createEngine({ simd: 'simd' }),
  await createEngine({ simd: 'relaxed' }),
] as const;
const [engine] = twins;
const texts = await Promise.all(
  complete.map(async (language) => {
    const i18n = await createI18n(language);
    const catalogue = catalogueOf('../review', language);
    await i18n.addCatalogue('review', async () => catalogue);
    return { language, i18n, catalogue };
  }),
);
const i18n = (texts.find(({ language }) => language === 'en') as (typeof texts)[number]).i18n;

const recorded = recordIn<readonly string[]>('questions.json');

describe.each(QUESTIONS.map((one) => [one.id, one] as const))(
  'the question “%s”',
  (id, question) => {
    it('has one correct answer, the same in both builds, among three or more different ones', () => {
      for (const seed of SEEDS) {
        const [one, other] = twins.map((twin) => drawQuestion(question, seed, twin, i18n));
        expect(one).toEqual(other);
        const { answers, right } = one as Drawn<unknown>;
        expect(answers.length, `seed ${seed}`).toBeGreaterThanOrEqual(3);
        expect(new Set(answers.map(({ text }) => text)).size).toBe(answers.length);
        expect(answers.filter((answer) => answer.id === right)).toHaveLength(1);
      }
    });

    it('draws what is recorded, with other numbers for other seeds', () => {
      const all = SEEDS.map((seed) => drawQuestion(question, seed, engine, i18n));
      const texts = all.map(({ state, answers, right }) =>
        [
          JSON.stringify(state),
          right,
          question.taught(state).step,
          ...answers.map(({ id: way, text }) => `${way}: ${text}`),
        ].join('; '),
      );
      const hash = createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12);
      const found = [...texts.slice(0, 5), hash];
      expect(found).toEqual(recorded(id, found));
      expect(new Set(all.map(({ state }) => JSON.stringify(state))).size).toBeGreaterThanOrEqual(6);
    });

    it('has texts in every language', () => {
      for (const { language, i18n: own, catalogue } of texts)
        for (const seed of SEEDS.slice(0, 10)) {
          const { state, answers } = drawQuestion(question, seed, engine, own);
          const words = question.words(state, own);
          const known = [...Object.keys(words), 'right'];
          const keys = ['question', ...answers.map((answer) => `feedback.${answer.id}`)];
          const wanted = keys.map((key) => [`check.${id}.${key}`, known] as const);
          expect(lacks(catalogue, [...wanted, [`topic.${id}`, []]]), language).toEqual([]);
          for (const text of [...Object.values(words), ...answers.map((answer) => answer.text)])
            expect(String(text), language).toMatch(/^(?!.*(?:\{\{|undefined))(?![a-z]+\.[a-z]+$)./);
        }
    });
  },
);

it('each step that a question teaches exists, and is taught by an answer', async () => {
  for (const { lesson, number, step } of Object.values(TAUGHT) as readonly Taught[]) {
    const found = await lessons.find(({ id }) => id === lesson)?.load();
    expect(found?.steps?.[number - 1], `${lesson} ${number}`).toBe(step);
    const { state, problems } = found?.readLink(new URLSearchParams({ scene: step })) ?? {};
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ scene: step });
  }
  const taught = QUESTIONS.flatMap((one) =>
    SEEDS.map((seed) => one.taught(drawQuestion(one, seed, engine, i18n).state)),
  );
  expect(new Set(taught)).toEqual(new Set(Object.values(TAUGHT)));
});

/** For each topic: a pattern that matches the answer in the text of its step in every language. Formulas are in TeX. */
const TAUGHT_BY: Readonly<Record<keyof typeof TAUGHT, RegExp>> = {
  bandwidth: /50%/,
  gradient: /\\alpha\(1-\\alpha\)/,
  variances: /4\\cdot4=16/,
  flat: /0\.04/,
  infinity: /e\^\{-\\infty\}=0/,
  leak: /-10\^4/,
  emptyRow: /NaN/,
  swap: /16 /,
  causal: /: 4 |4 个|4 個/,
  positions: /5 (outputs|个输出|個輸出)/,
  oneMatrix: /every circle|圈再大/,
  multiHead: /5,120,000/,
  scores: /n\^2/,
  tiles: /1\.37/,
};

it.each(complete)('each answer links to a step that teaches it: %s', (language) => {
  for (const [topic, { lesson, step }] of Object.entries<Taught>(TAUGHT)) {
    const file = `../../web/src/lessons/${lesson}/text.${language}.md`;
    const [, after] = readFileSync(new URL(file, import.meta.url), 'utf8').split(`{#${step}}`);
    expect(after?.split('\n## ')[0], topic).toMatch(TAUGHT_BY[topic as keyof typeof TAUGHT]);
  }
});

type Drawing = Readonly<Record<string, number>>;

/** For questions whose answer is one number: computes the correct answer. */
const FORMULAS: Readonly<Record<string, (drawn: Drawing, right: string) => number | undefined>> = {
  gradient: ({ count = 0, rest = 0 }) => (1 - (count - 1) * rest) * (count - 1) * rest,
  walk: ({ count = 0 }) => count - 1,
  divisor: ({ d = 0, ofQuery = 0, ofKey = 0 }) => Math.sqrt(d * ofQuery * ofKey),
  flat: ({ d = 0 }) => 1 / Math.sqrt(d),
  heads: ({ d = 0, tokens = 0 }, right) =>
    right === 'parameters' ? 4 * d * d : tokens * tokens * d,
  order: ({ from = 0, to = 0, length = 0 }, right) =>
    ({ none: 0, causal: to - from + 1, positions: length })[right],
};

it.each(Object.entries(FORMULAS))('the correct answer to “%s” has its formula', (id, formula) => {
  const question = QUESTIONS.find((one) => one.id === id) as (typeof QUESTIONS)[number];
  for (const seed of SEEDS) {
    const { state, answers, right } = drawQuestion(question, seed, engine, i18n);
    const text = answers.find((answer) => answer.id === right)?.text ?? '';
    const expected = formula(state as Drawing, right);
    expect(Number.parseFloat(text.replaceAll(',', '')), right).toBeCloseTo(expected ?? 0, 2);
  }
});

it('every lesson has a line in every language', () => {
  for (const { catalogue } of texts)
    expect(Object.keys(catalogue.learned as Catalogue).toSorted()).toEqual(
      lessons.map(({ id }) => id).toSorted(),
    );
});

describe('the reader’s model', () => {
  it.each(texts)('has an initial sentence: $language', ({ language, catalogue }) => {
    const start = textAt(catalogue, 'own.start')?.split(' ') ?? [];
    expect(grammarOf(language).following(start).size).toBeGreaterThan(0);
  });

  it('continues from its stored state with the bits of an uninterrupted training', () => {
    const words = ['the', 'girls', 'near', 'the', 'king'];
    const whole = new ReaderModel(engine, 'en');
    const model = new ReaderModel(engine, 'en');
    whole.run(12);
    model.run(8);
    model.keep();
    expect(trainedSentences('en')?.state.steps).toBe(8);
    const later = new ReaderModel(engine, 'en');
    expect(later.steps).toBe(8);
    later.run(4);
    const found = later.next(words);
    expect(found).toEqual(whole.next(words));
    expect(found.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 5);
    for (const one of [whole, model, later]) one.release();
  });
});
