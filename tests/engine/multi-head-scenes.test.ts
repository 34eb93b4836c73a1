// SPDX-License-Identifier: MIT
// Tests what the scenes of the lesson "multi-head" say: about two heads, one row of weights, the cost of heads, narrow
// heads, a next word without a head, and two texts.
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { SENTENCE_LANGUAGES } from '../../web/src/engine/sentences/languages.ts';
import { filled, type Matrix } from '../../web/src/lessons/matrix.ts';
import {
  compute,
  costOf,
  fields,
  type Numbers,
  type Sentence,
  type State,
} from '../../web/src/lessons/multi-head/heads.ts';
import { cornersOf } from '../../web/src/lessons/multi-head/narrow.ts';
import { steps } from '../../web/src/lessons/multi-head/steps.ts';
import examples from '../../web/src/lessons/multi-head/words.json';
import { rankOf } from '../../web/src/lessons/query-key/claims-form.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { sumOf } from './support.ts';

const START = initialState(fields);
const engine = await createEngine();
const models = Object.fromEntries(
  await Promise.all(
    SENTENCE_LANGUAGES.map(async (language) => [language, await engine.sentenceModel(language)]),
  ),
);

const at = (language: string, change: Partial<State> = {}): Numbers =>
  compute({ ...START, ...change }, engine, models[language]);

function sentenceOf(language: string, change: Partial<State> = {}): Sentence {
  const { sentence } = at(language, change);
  if (sentence === undefined) throw new Error('there is no sentence');
  return sentence;
}

const question = steps.find(({ id }) => id === 'guess')?.question;

/** The distance of a key along a direction. */
const reach = (key: readonly number[], angle: number) =>
  (key[0] ?? 0) * Math.cos(angle) + (key[1] ?? 0) * Math.sin(angle);

const farthest = (keys: Matrix, angle: number): number => {
  const reaches = keys.map((key) => reach(key, angle));
  return reaches.indexOf(Math.max(...reaches));
};

describe.each(SENTENCE_LANGUAGES)('the scenes about heads, %s', (language) => {
  it('find two words with two heads, and put their outputs side by side', () => {
    const { heads, words, from, x, output } = sentenceOf(language);
    expect(from).toBe(words.length - 1);
    expect(heads[0].found).not.toBe(heads[1].found);
    for (const { weights, most, query, output: own } of heads) {
      expect(most).toBeGreaterThan(0.75);
      expect(sumOf(weights)).toBeCloseTo(1, 5);
      expect([query.length, own.length]).toEqual([16, 16]);
    }
    const { stages } = models[language].stages(words, examples[language].layer - 1);
    expect(heads.flatMap((head) => head.output)).toEqual([...stages.concat.data.slice(-32)]);
    expect([x.length, output.length]).toEqual([32, 32]);
  });

  it('give two words in one row at most half each, at every score', () => {
    for (let size = 0; size <= 30; size++) {
      const numbers = at(language, { size });
      const { pair, weights } = numbers.row ?? { pair: [0, 0], weights: [] };
      expect(pair[0]).not.toBe(pair[1]);
      expect(weights[pair[0]]).toBe(weights[pair[1]]);
      expect(weights[pair[0]]).toBeLessThanOrEqual(0.5);
      expect(sumOf(weights)).toBeCloseTo(1, 12);
      expect(question?.right(numbers)).toBe('half');
    }
    expect(Math.max(...(at(language, { size: 30 }).row?.weights ?? []))).toBeCloseTo(0.5, 10);
  });

  it('let only the corners of the keys’ hull come first in a head of two numbers', () => {
    const { narrow } = sentenceOf(language);
    const { keys, corners, reachable, heads } = narrow;
    expect([heads, reachable]).toEqual([16, corners.length]);
    const winners = new Set(
      Array.from({ length: 3600 }, (_, i) => farthest(keys, (i * Math.PI) / 1800)),
    );
    expect([...winners].sort()).toEqual([...corners].sort());
    expect(reachable).toBeLessThan(keys.length);
    for (let turn = 0; turn < 360; turn += 5) {
      const { first, query } = sentenceOf(language, { turn }).narrow;
      expect(first).toBe(farthest(keys, Math.atan2(query[1] ?? 0, query[0] ?? 0)));
    }
  });

  it('let every word come first in the trained heads, whose keys are affinely independent', () => {
    const { words } = sentenceOf(language);
    const { stages } = models[language].stages(words, examples[language].layer - 1);
    for (const head of [0, 1]) {
      const begin = head * words.length * 16;
      const key = (i: number) => [
        ...stages.headKeys.data.slice(begin + i * 16, begin + (i + 1) * 16),
      ];
      const differences = words
        .slice(1)
        .map((_, i) => key(i + 1).map((value, c) => value - (key(0)[c] as number)));
      expect(rankOf(differences, 1e-3)).toBe(words.length - 1);
    }
  });

  it('measure that the head with the larger weight matters less for the next word', () => {
    const { heads, next } = sentenceOf(language);
    const [all, ...without] = next;
    const larger = heads[0].most > heads[1].most ? 0 : 1;
    const change = without.map(({ kept }) => Math.abs(all.kept - kept));
    if (language === 'zh-Hans') expect(larger).toBe(1);
    else expect(change[larger]).toBeLessThan(change[1 - larger] as number);
    // One of the heads can be left out: the next word stays.
    expect(Math.min(...change)).toBeLessThan(0.02);
    expect(Math.max(...change)).toBeGreaterThan(0.05);
    const layer = examples[language].layer - 1;
    const words = examples[language].words;
    expect(without[1]?.words[0]).toEqual(models[language].next(words, { layer, head: 1 })[0]);
  });

  it('read another text with a head, word by word', () => {
    const { cross, heads, words } = sentenceOf(language);
    expect([...cross.asked, ...cross.asking]).toEqual(words);
    expect(cross.scores).toBe(cross.asking.length * cross.asked.length);
    for (const row of cross.weights) expect(sumOf(row)).toBeCloseTo(1, 5);
    const row = cross.weights.at(-1) ?? [];
    expect(row.indexOf(Math.max(...row))).toBe(heads[0].found);
  });

  it('can do with any sentence, also of one word, and skip unknown words', () => {
    for (const words of [models[language].words.slice(0, 1), models[language].words.slice(0, 9)])
      for (const place of [0, 1, words.length]) {
        const numbers = at(language, { words, place });
        expect(numbers.sentence?.words).toEqual(words);
        expect(numbers.sentence?.from).toBe(place === 0 ? words.length - 1 : place - 1);
        expect(JSON.stringify(numbers)).not.toContain('null');
      }
    expect(at(language, { words: ['whale'] }).sentence).toBeUndefined();
    expect(
      sentenceOf(language, { words: ['whale', ...models[language].words.slice(0, 2)] }).words,
    ).toHaveLength(2);
  });

  it('compute only the score or the direction that a drag changes', () => {
    const stages = vi.spyOn(models[language], 'stages');
    sentenceOf(language);
    stages.mockClear();
    at(language, { turn: 40 });
    at(language, { size: 12 });
    expect(stages).not.toHaveBeenCalled();
    stages.mockRestore();
  });
});

it('counts the parameters and scores that the engine has', () => {
  for (const numHeads of [1, 8]) {
    const count = costOf(numHeads);
    const x = filled(0, count.words, count.width);
    const W = filled(0, count.width, count.width);
    const { heads, headQueries } = engine.multiHead({
      ...{ precision: 'float32', queries: x, keys: x, values: x, numHeads },
      ...{ W_q: W, W_k: W, W_v: W, W_o: W },
    });
    expect(heads.scores.data).toHaveLength(count.scores);
    expect(headQueries.shape.at(-1)).toBe(count.headWidth);
    expect(4 * W.data.length).toBe(count.parameters);
    expect(count.products).toBe(count.scores * count.headWidth);
  }
});

it('finds the corners of points, also on a line and of equal ones', () => {
  const square = [
    [0, 0],
    [2, 0],
    [2, 2],
    [1, 1],
    [0, 2],
    [1, 0],
  ];
  expect([...cornersOf(square)].sort()).toEqual([0, 1, 2, 4]);
  expect(
    [
      ...cornersOf([
        [0, 0],
        [1, 1],
        [2, 2],
      ]),
    ].sort(),
  ).toEqual([0, 2]);
  expect(cornersOf([[3, 4]])).toEqual([0]);
  expect(cornersOf([])).toEqual([]);
});
