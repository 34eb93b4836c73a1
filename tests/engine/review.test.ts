// SPDX-License-Identifier: MIT
// Tests the review, the page after the last lesson: its questions and answers, and the model that the reader trains
// there.
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

// Node has no storage, so what the reader trains is kept in memory, as in an embed.
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

type Any = Record<string, never>;
type Numbers = Readonly<Record<string, number>>;

const questionOf = (id: string) => {
  const found = QUESTIONS.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no question ${id}`);
  return found;
};

/** Draws the question `id` with each seed in SEEDS. Each result also contains the text of the correct answer. */
function drawn(id: string) {
  const question = questionOf(id);
  return SEEDS.map((seed) => {
    const one: Drawn<unknown> = drawQuestion(question, seed, engine, i18n);
    const right = one.answers.find((answer) => answer.id === one.right)?.text ?? '';
    return { ...one, state: one.state as Any, right: one.right, text: right };
  });
}

const numberIn = (text: string): number => Number.parseFloat(text.replaceAll(',', ''));

describe.each(QUESTIONS.map(({ id }) => id))('the question “%s”', (id) => {
  const question = questionOf(id);

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

  it('draws what is recorded for the first seeds', () => {
    const first = drawn(id).slice(0, 5);
    const texts = first.map(({ state, answers }) =>
      [JSON.stringify(state), ...answers.map(({ id: way, text }) => `${way}: ${text}`)].join('; '),
    );
    expect(texts).toEqual(recorded(id, texts));
  });

  it('draws other numbers for other seeds', () => {
    const states = new Set(drawn(id).map(({ state }) => JSON.stringify(state)));
    expect(states.size).toBeGreaterThanOrEqual(6);
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
});

it('each step that a question teaches exists, and is taught by an answer', async () => {
  for (const { lesson, step } of Object.values(TAUGHT) as readonly Taught[]) {
    const found = await lessons.find(({ id }) => id === lesson)?.load();
    expect(found?.steps?.[step.number - 1], `${lesson} ${step.number}`).toBe(step.id);
    const { state, problems } = found?.readLink(new URLSearchParams(step.link)) ?? {};
    expect(problems).toEqual([]);
    expect(state).toMatchObject({ scene: step.id });
  }
  const taught = QUESTIONS.flatMap((one) => drawn(one.id).map(({ state }) => one.taught(state)));
  expect(new Set(taught)).toEqual(new Set(Object.values(TAUGHT)));
});

describe('the correct answer', () => {
  it('for a narrow bandwidth is the nearest value, or the mean of two at a tie', () => {
    const all = drawn('nearest');
    for (const { state, right, text } of all) {
      const {
        keys = [],
        values = [],
        query = 0,
      } = state as unknown as {
        keys: number[];
        values: number[];
        query: number;
      };
      // If two keys were closer than 8, the curve between them would look like a step.
      const gaps = keys.slice(1).map((key, i) => key - (keys[i] ?? 0));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8);
      const least = Math.min(...keys.map((key) => Math.abs(key - query)));
      const near = values.filter((_, i) => Math.abs((keys[i] ?? 0) - query) === least);
      expect(right).toBe(near.length === 2 ? 'tie' : 'nearest');
      const mean = near.reduce((sum, value) => sum + value, 0) / near.length;
      expect(numberIn(text)).toBeCloseTo(mean, 9);
    }
    expect(new Set(all.map(({ right }) => right))).toEqual(new Set(['tie', 'nearest']));
  });

  it('for a gradient is α(1 − α), far below that of equal weights', () => {
    for (const { state, text } of drawn('gradient')) {
      const { count = 0, rest = 0 } = state as unknown as Numbers;
      const weight = 1 - (count - 1) * rest;
      expect(numberIn(text)).toBeCloseTo(weight * (1 - weight), 3);
      expect(numberIn(text)).toBeLessThan(((1 / count) * (1 - 1 / count)) / 1.5);
    }
  });

  it('for W_q = W_k in a circle is all words but one', () => {
    for (const { state, text } of drawn('walk')) {
      const { count = 0 } = state as unknown as Numbers;
      expect(numberIn(text)).toBe(count - 1);
    }
  });

  it('for W_q = W_k in a circle is never exceeded by random words', () => {
    for (const seed of SEEDS) {
      const count = 3 + (seed % 6);
      const tokens = engine.random({ precision: 'float64', shape: [count, 4], seed });
      const { data } = engine.scaledDotScores({
        ...{ precision: 'float64', queries: tokens, keys: tokens, divisor: 'none' },
      });
      const score = (i: number, j: number) => data[i * count + ((j + count) % count)] ?? 0;
      const ahead = Array.from({ length: count }, (_, i) => score(i, i + 1) > score(i, i - 1));
      expect(ahead.filter(Boolean).length).toBeLessThan(count);
    }
  });

  it('for symmetric scores is two softmax rows', () => {
    for (const { state, text } of drawn('symmetric')) {
      const { first = 0, both = 0, second = 0 } = state as unknown as Numbers;
      const percent = (other: number) => i18n.percent(1 / (1 + Math.exp(other - both)), 0);
      expect(text).toBe(`${percent(first)} and ${percent(second)}`);
    }
  });

  it('for other variances is the root of their product times d', () => {
    for (const { state, text } of drawn('divisor')) {
      const { d = 0, ofQuery = 0, ofKey = 0 } = state as unknown as Numbers;
      expect(numberIn(text)).toBeCloseTo(Math.sqrt(d * ofQuery * ofKey), 2);
    }
  });

  it('for the divisor d is 1/√d, with a description of the weights', () => {
    for (const { state, text } of drawn('flat')) {
      const { d = 0 } = state as unknown as Numbers;
      expect(numberIn(text)).toBeCloseTo(1 / Math.sqrt(d), 3);
      const job = engine.newSaturation({ d, numKeys: 10, seed: 1 });
      job.advance(100);
      // `none` and `whole` are the mean largest weight of ten keys, for scores divided by 1 and by d.
      const [none = 0, , whole = 0] = job.result().statistics.map((one) => one.meanLargest);
      job.release();
      expect(whole).toBeLessThan(0.15);
      expect(none).toBeGreaterThan(0.8);
    }
  });

  it('for hidden keys covers −10⁶ and −∞, in rows with and without visible keys', () => {
    const expected: Readonly<Record<string, RegExp>> = {
      empty: /^(33|25|20)%$/,
      tied: /^(33|25|20)%$/,
      alone: /^100%$/,
      nan: /NaN/,
    };
    const all = drawn('fill');
    for (const { right, text } of all) expect(text).toMatch(expected[right] ?? /^$/);
    expect(new Set(all.map(({ right }) => right))).toEqual(new Set(Object.keys(expected)));
  });

  it('for several heads is the cost of one head', () => {
    const all = drawn('heads');
    for (const { state, right, text } of all) {
      const { d = 0, tokens = 0 } = state as unknown as Numbers;
      expect(numberIn(text)).toBe(right === 'parameters' ? 4 * d * d : tokens * tokens * d);
    }
    expect(new Set(all.map(({ right }) => right))).toEqual(new Set(['parameters', 'products']));
  });

  it('for order depends on mask and positions', () => {
    const all = drawn('order');
    for (const { state, right, text } of all) {
      const { from = 0, to = 0, length = 0 } = state as unknown as Numbers;
      const counts: Numbers = { none: 0, causal: to - from + 1, positions: length };
      expect(numberIn(text), right).toBe(counts[right]);
    }
    expect(new Set(all.map(({ right }) => right)).size).toBe(3);
  });

  it('for memory is n² numbers, or n rows', () => {
    const units: Numbers = { KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 };
    const all = drawn('memory');
    for (const { state, right, text } of all) {
      const { tokens = 0, d = 0 } = state as unknown as Numbers;
      const bytes = right === 'plain' ? 4 * tokens ** 2 : 4 * tokens * (d + 2);
      const [, unit = ''] = text.split(' ');
      expect((numberIn(text) * (units[unit] ?? Number.NaN)) / bytes).toBeCloseTo(1, 3);
    }
    expect(new Set(all.map(({ right }) => right)).size).toBe(2);
  });
});

/** What the step of each topic contains, in every language, if it teaches the answer. Formulas are in TeX. */
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
    const [, after] = readFileSync(new URL(file, import.meta.url), 'utf8').split(`{#${step.id}}`);
    expect(after?.split('\n## ')[0], topic).toMatch(TAUGHT_BY[topic as keyof typeof TAUGHT]);
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
