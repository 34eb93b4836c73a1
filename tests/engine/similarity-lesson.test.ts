// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" without a page: what its scenes and its page Verify say, and how titles become keys.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Language } from '../../web/src/i18n/languages.ts';
import {
  compute,
  EXAMPLE,
  type Hit,
  type State,
} from '../../web/src/lessons/similarity/compute.ts';
import * as lookup from '../../web/src/lessons/similarity/lookup.ts';
import { countsOf, piecesOf, RECIPES, WORDS } from '../../web/src/lessons/similarity/recipes.ts';
import { steps } from '../../web/src/lessons/similarity/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { complete } from '../web/support/files.ts';
import { catalogueOf } from './lessons.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);
const START = initialState(lookup.fields);
const scene = (change: Partial<lookup.State> = {}) =>
  lookup.compute({ ...START, ...change }, engine);

/** The indices of the recipes with the highest logit. */
const best = (hits: readonly Hit[]) => {
  const most = Math.max(...hits.map(({ logit }) => logit));
  return hits.flatMap(({ logit }, i) => (logit === most ? [i] : []));
};

/** The texts of a language that name the words and the recipes. */
function namesIn(language: Language) {
  const { word, title, search } = catalogueOf('similarity', language) as Record<
    'word' | 'title' | 'search',
    Record<string, string>
  >;
  return { title, search, forms: (one: (typeof WORDS)[number]) => (word[one] ?? '').split('|') };
}

/** How often each word of the vocabulary occurs in a text. */
const countsIn = (text: string, forms: Parameters<typeof piecesOf>[1]) => {
  const pieces = piecesOf(text, forms);
  return WORDS.map((_, i) => pieces.filter(({ word }) => word === i).length);
};

describe('the scenes', () => {
  it('score a key by products, which equal two lengths and a cosine', () => {
    for (const other of [
      [1, 2.5],
      [2.2, 5.5],
      [-1, 2],
    ]) {
      const { query, queryLength, arrows } = scene({ other });
      for (const { tip, dot, length, cosine, shadow } of arrows) {
        expect(dot).toBeCloseTo(sumOf(tip.map((x, i) => x * (query[i] ?? 0))), 12);
        expect(dot).toBeCloseTo(queryLength * length * cosine, 12);
        expect(dot).toBeCloseTo(queryLength * shadow, 12);
      }
    }
    const { arrows } = scene({ other: [0, 0] });
    expect(arrows[1]).toMatchObject({ dot: 0, degrees: Number.NaN, cosine: Number.NaN });
  });

  it('let a key win by its length, but not by cosine', () => {
    for (const stretch of [1, 1.5, 2.4]) {
      const [near, long] = scene({ other: [stretch, 2.5 * stretch] }).arrows;
      expect((long?.dot ?? 0) > (near?.dot ?? 0)).toBe(stretch > 1);
      expect(near?.cosine).toBeGreaterThan(long?.cosine ?? Number.NaN);
    }
  });

  it('prefer the largest person, whatever the query, in almost one direction', () => {
    const { people, widest } = scene();
    expect(people.map(({ score }) => score)).toEqual([7501, 8596, 8838]);
    expect(widest).toBeLessThan(2);
    for (let waist = 40; waist < 100; waist += 5)
      for (let chest = 50; chest < 120; chest += 5) {
        const scores = people.map(({ body: [w = 0, c = 0] }) => waist * w + chest * c);
        expect(Math.max(...scores)).toBe(scores[2]);
      }
  });

  it.each(complete)('mark as many words of each title as its score counts (%s)', (language) => {
    const { title, search, forms } = namesIn(language);
    for (const name of Object.keys(lookup.SEARCHES) as lookup.SearchName[]) {
      const { words, titles } = scene({ search: name });
      expect(countsIn(search[name] ?? '', forms)).toEqual(words);
      RECIPES.forEach(({ id }, i) => {
        const pieces = piecesOf(title[id] ?? '', forms);
        const marked = pieces.filter(({ word }) => word !== undefined && (words[word] ?? 0) > 0);
        expect(marked.length, `${name} ${id}`).toBe(titles[i]?.score);
        expect(pieces.map(({ text }) => text).join('')).toBe(title[id]);
      });
    }
  });

  it('have weights that do not follow the minutes, and an output between the values', () => {
    const right = (id: string, numbers: ReturnType<typeof scene>) =>
      steps.find((step) => step.id === id)?.question?.right(numbers);
    expect(right('people', scene())).toBe('third');
    for (const minutes of [0, 39, 80])
      for (const temperature of [0.05, 1, 50]) {
        const numbers = scene({ minutes, temperature });
        const { titles, before, output, shortest, longest, mean } = numbers;
        expect(titles[lookup.CHANGED]?.weight).toBe(before.weight);
        expect(output).toBeCloseTo(sumOf(titles.map(({ part }) => part)), 10);
        expect(output).toBeGreaterThanOrEqual(shortest);
        expect(output).toBeLessThanOrEqual(longest);
        expect(right('guess', numbers)).toBe('same');
        if (temperature === 0.05) expect(output).toBeCloseTo(minutes, 5);
        if (temperature === 50) expect(Math.abs(output - mean)).toBeLessThan(0.4);
      }
  });
});

describe('the page Verify', () => {
  it('gives as many weights as titles tie, none to a hidden one, and none for an empty search by cosine', () => {
    expect(best(at({}).search.hits)).toEqual([5]);
    expect(at({ temperature: 0.01 }).search.output).toEqual([40, 320]);
    const tie = at({ words: countsOf({ egg: 1 }), temperature: 0.01 }).search;
    expect(best(tie.hits)).toEqual([2, 3, 4]);
    expect(tie.hits[2]?.weight).toBeCloseTo(1 / 3, 14);
    const { hits } = at({ hidden: 6 }).search;
    expect(hits[5]).toMatchObject({ score: 3, logit: Number.NEGATIVE_INFINITY, weight: 0 });
    expect(best(hits)).toEqual([0]);
    const empty = { words: countsOf({}) };
    expect(at(empty).search.hits[0]?.weight).toBeCloseTo(1 / 6, 14);
    expect(at({ ...empty, measure: 'cosine' }).search.hasWeights).toBe(false);
  });

  it('never finds the honey milk tea by dot product, but finds it by cosine', () => {
    const words = countsOf({ honey: 1, milk: 1, tea: 1 });
    expect(best(at({ words }).search.hits)).toEqual([5]);
    expect(best(at({ words, measure: 'cosine' }).search.hits)).toEqual([1]);
  });

  it('gives the shapes of the tensors and of the results', () => {
    expect(at({ sides: [2, 4, 2, 5, 3, 3, 7] }).shapes).toEqual({
      ...{ queries: [2, 4, 2, 3], keys: [2, 4, 5, 3], values: [2, 4, 5, 7] },
      ...{ scores: [2, 4, 2, 5], weights: [2, 4, 2, 5], output: [2, 4, 2, 7] },
    });
  });
});

describe('the vocabulary', () => {
  it.each(complete)('derives from each title, in %s, the key that the engine gets', (language) => {
    const { title, forms } = namesIn(language);
    for (const { id, key } of RECIPES) expect(countsIn(title[id] ?? '', forms), id).toEqual(key);
    expect(new Set(WORDS.flatMap(forms)).size).toBe(WORDS.flatMap(forms).length);
  });

  it('splits texts at its words, the longest first, also in scripts without spaces', () => {
    const english = (one: string) => (one === 'egg' ? ['egg', 'eggs'] : [one]);
    expect(countsIn('Eggs, EGG & teapot tea!', english)).toEqual(countsOf({ egg: 2, tea: 1 }));
    const chinese = (one: string) =>
      ({ tea: ['茶'], milk: ['奶', '牛奶'], honey: ['蜂蜜', '蜜'], egg: ['茶叶蛋'] })[one] ?? [one];
    expect(countsIn('蜂蜜牛奶茶怎么做', chinese)).toEqual(countsOf({ honey: 1, milk: 1, tea: 1 }));
    expect(piecesOf('茶怎么做', chinese).map(({ text }) => text)).toEqual(['茶', '怎么做']);
    expect(countsIn('茶叶蛋茶', chinese)).toEqual(countsOf({ egg: 1, tea: 1 }));
  });
});
