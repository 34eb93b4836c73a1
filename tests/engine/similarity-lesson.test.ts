// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" without a page: laws of its scenes, and the conversion of titles to keys.
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import type { Language } from '../../web/src/i18n/languages.ts';
import * as lookup from '../../web/src/lessons/similarity/lookup.ts';
import { countsOf, piecesOf, RECIPES, WORDS } from '../../web/src/lessons/similarity/recipes.ts';
import { steps } from '../../web/src/lessons/similarity/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { complete } from '../web/support/files.ts';
import { catalogueOf } from './lessons.ts';
import { sumOf } from './support.ts';

const engine = await createEngine({ simd: 'simd' });
const START = initialState(lookup.fields);
const scene = (change: Partial<lookup.State> = {}) =>
  lookup.compute({ ...START, ...change }, engine);

function namesIn(language: Language) {
  const { word, title, search } = catalogueOf('similarity', language) as Record<
    'word' | 'title' | 'search',
    Record<string, string>
  >;
  return { title, search, forms: (one: (typeof WORDS)[number]) => (word[one] ?? '').split('|') };
}

/** The number of occurrences of each word of the vocabulary in a text. */
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
    const question = steps.find(({ id }) => id === 'guess')?.question;
    for (const minutes of [0, 39, 80])
      for (const temperature of [0.05, 1, 50]) {
        const numbers = scene({ minutes, temperature });
        const { titles, output, shortest, longest } = numbers;
        expect(output).toBeCloseTo(sumOf(titles.map(({ part }) => part)), 10);
        expect(output).toBeGreaterThanOrEqual(shortest);
        expect(output).toBeLessThanOrEqual(longest);
        expect(question?.right(numbers)).toBe('same');
      }
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
