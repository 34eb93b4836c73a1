// SPDX-License-Identifier: MIT
// Tests the lesson "similarity" without a page: the numbers of its scenes, those of its page Verify, and its experiments,
// which measure claims of the source texts.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../web/src/engine/index.ts';
import { experiments } from '../../web/src/lessons/similarity/claims.ts';
import { compute, type Hit } from '../../web/src/lessons/similarity/compute.ts';
import * as lookup from '../../web/src/lessons/similarity/lookup.ts';
import { countsOf, piecesOf, RECIPES, WORDS } from '../../web/src/lessons/similarity/recipes.ts';
import { EXAMPLE, type State } from '../../web/src/lessons/similarity/state.ts';
import { steps } from '../../web/src/lessons/similarity/steps.ts';
import { initialState } from '../../web/src/state/fields.ts';
import { complete } from '../web/support/files.ts';
import { measureAll } from './lessons.ts';

interface GoldenCase {
  readonly id: string;
  readonly expected: Readonly<Record<string, { readonly data: number[] }>>;
}

/** All numbers of one output of a golden case (tests/golden). */
function golden(file: string, id: string, name: string): number[] {
  const text = readFileSync(new URL(`../golden/${file}.json`, import.meta.url), 'utf8');
  const found = (JSON.parse(text).cases as GoldenCase[]).find((one) => one.id === id);
  return found?.expected[name]?.data ?? [];
}

const engine = await createEngine({ simd: 'simd' });
const { measured, verdicts } = await measureAll(experiments, engine);
const at = (change: Partial<State>) => compute({ ...EXAMPLE, ...change }, engine);
const rows = (id: string, names: readonly string[]) => names.map((row) => measured(id, row));
/** The indices of the recipes with the highest logit. */
const best = (hits: readonly Hit[]) => {
  const logits = hits.map(({ logit }) => logit);
  return logits.flatMap((logit, i) => (logit === Math.max(...logits) ? [i] : []));
};
const START = initialState(lookup.fields);
const scene = (change: Partial<lookup.State> = {}) =>
  lookup.compute({ ...START, ...change }, engine);

/** The texts of a language that name the words and the recipes. */
function namesIn(language: string) {
  const url = new URL(
    `../../web/src/lessons/similarity/messages.${language}.json`,
    import.meta.url,
  );
  const { word, title, search } = JSON.parse(readFileSync(url, 'utf8'));
  const forms = (one: (typeof WORDS)[number]) => (word[one] as string).split('|');
  return { title, search, forms } as {
    title: Record<string, string>;
    search: Record<lookup.SearchName, string>;
    forms: typeof forms;
  };
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
      [6, 6],
    ]) {
      const { query, queryLength, arrows } = scene({ other });
      for (const { tip, dot, length, cosine, shadow } of arrows) {
        expect(dot).toBeCloseTo(
          tip.reduce((sum, x, i) => sum + x * (query[i] ?? 0), 0),
          12,
        );
        expect(dot).toBeCloseTo(queryLength * length * cosine, 12);
        expect(dot).toBeCloseTo(queryLength * shadow, 12);
      }
    }
  });

  it('let a key win by its length, but not by cosine', () => {
    const [first, second] = scene().arrows;
    expect(first?.dot).toBeGreaterThan(second?.dot ?? Number.NaN);
    for (const stretch of [1.5, 2.2, 2.4]) {
      const { arrows } = scene({ other: [stretch, 2.5 * stretch] });
      const [near, long] = arrows;
      expect(long?.dot).toBeGreaterThan(near?.dot ?? Number.NaN);
      expect(long?.cosine).toBeCloseTo(second?.cosine ?? 0, 12);
      expect(near?.cosine).toBeGreaterThan(long?.cosine ?? Number.NaN);
    }
    expect(scene({ other: [-1, 2] }).arrows[1]?.dot).toBeLessThan(0);
  });

  it('have no angle for a key of length 0', () => {
    const { arrows } = scene({ other: [0, 0] });
    expect(arrows[1]).toMatchObject({ dot: 0, degrees: Number.NaN, cosine: Number.NaN });
  });

  it('prefer the largest person, whose direction is almost that of the others', () => {
    const { people, widest, body } = scene();
    expect(people.map(({ score }) => score)).toEqual([7501, 8596, 8838]);
    expect(body).toEqual(people[0]?.body);
    expect(widest).toBeLessThan(2);
    // The same holds for every query with positive numbers, as in the errata.
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
      expect(countsIn(search[name], forms)).toEqual(words);
      RECIPES.forEach(({ id }, i) => {
        const pieces = piecesOf(title[id] ?? '', forms);
        const marked = pieces.filter(({ word }) => word !== undefined && (words[word] ?? 0) > 0);
        expect(marked.length, `${name} ${id}`).toBe(titles[i]?.score);
        expect(pieces.map(({ text }) => text).join('')).toBe(title[id]);
      });
    }
  });

  it('have weights that do not follow the minutes, and an output between the values', () => {
    const weights = scene().titles.map(({ weight }) => weight);
    for (const minutes of [0, 40, 80])
      for (const temperature of [0.05, 1, 50]) {
        const numbers = scene({ minutes, temperature });
        const { titles, before, output, shortest, longest } = numbers;
        expect(titles[lookup.CHANGED]?.weight).toBe(before.weight);
        expect(output).toBeCloseTo(
          titles.reduce((sum, { part }) => sum + part, 0),
          10,
        );
        expect(output).toBeGreaterThanOrEqual(shortest);
        expect(output).toBeLessThanOrEqual(longest);
      }
    expect(scene({ minutes: 80 }).titles.map(({ weight }) => weight)).toEqual(weights);
  });

  it('come close to one recipe or to the mean of all, by temperature', () => {
    const { titles, mean } = scene();
    expect(scene({ temperature: 0.05 }).output).toBeCloseTo(
      titles[lookup.CHANGED]?.minutes ?? 0,
      5,
    );
    expect(Math.abs(scene({ temperature: 50 }).output - mean)).toBeLessThan(0.2);
  });

  it('ask questions whose right answers hold for every state of their steps', () => {
    const right = (id: string, change: Partial<lookup.State>) =>
      steps.find((step) => step.id === id)?.question?.right(scene(change));
    expect(right('people', {})).toBe('third');
    for (const minutes of [0, 39, 40, 80])
      for (const temperature of [0.05, 1, 50])
        expect(right('guess', { minutes, temperature })).toBe('same');
  });
});

describe('Verify of similarity', () => {
  it('shows the golden angles and dot products of the errata’s arrows', () => {
    const { key, other } = at({ query: [1, 0], key: [5, 5], other: [1, 5] }).arrows;
    const numbers = (name: string) => golden('misc', 'pub-misc-05', name);
    expect([key.dot, other.dot]).toEqual(numbers('dot').slice(1, 3));
    [key.cosine, other.cosine].forEach((cosine, i) => {
      expect(cosine).toBeCloseTo(numbers('cos')[i + 1] as number, 14);
    });
    [key.degrees, other.degrees].forEach((angle, i) => {
      expect(angle).toBeCloseTo(numbers('theta_deg')[i + 1] as number, 12);
    });
    expect(key.length).toBeCloseTo(Math.sqrt(50), 14);
    expect(key.scaled).toBeCloseTo(5 / Math.SQRT2, 14);
  });

  it('has no angle for an arrow of length 0', () => {
    const { key } = at({ query: [0, 0] }).arrows;
    expect(key).toMatchObject({ degrees: Number.NaN, cosine: Number.NaN, dot: 0 });
  });

  it('weights the titles by dot products, by √d_k or by cosines', () => {
    const exps = [2, 1, 1, 0, 0, 3].map(Math.exp);
    const sum = exps.reduce((a, b) => a + b);
    const { hits, output } = at({}).search;
    hits.forEach(({ weight }, i) => {
      expect(weight).toBeCloseTo((exps[i] as number) / sum, 14);
    });
    expect(best(hits)).toEqual([5]);
    const minutes = exps.reduce((all, one, i) => all + one * (EXAMPLE.minutes[i] as number), 0);
    expect(output[0]).toBeCloseTo(minutes / sum, 12);
    const [scaled, warm] = [at({ measure: 'scaled' }), at({ temperature: 3 })];
    expect(scaled.search).toEqual(warm.search);
    const cosine = at({ measure: 'cosine' }).search;
    expect(best(cosine.hits)).toEqual([0]);
    expect(cosine.hits[0]?.score).toBeCloseTo(1, 14);
    expect(cosine.hits[5]?.score).toBeCloseTo(3 / Math.sqrt(2 * 12), 14);
  });

  it('becomes a hard look-up as the temperature falls, and shares ties', () => {
    const { hits, output } = at({ temperature: 0.01 }).search;
    expect(hits.map(({ weight }) => Math.round(weight * 1e12) / 1e12)).toEqual([0, 0, 0, 0, 0, 1]);
    expect(output).toEqual([40, 320]);
    const tie = at({ words: countsOf({ egg: 1 }), temperature: 0.01 }).search;
    expect(best(tie.hits)).toEqual([2, 3, 4]);
    expect(tie.hits[2]?.weight).toBeCloseTo(1 / 3, 14);
  });

  it('hides a title, and shows the result of an empty search', () => {
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
      queries: [2, 4, 2, 3],
      keys: [2, 4, 5, 3],
      values: [2, 4, 5, 7],
      scores: [2, 4, 2, 5],
      weights: [2, 4, 2, 5],
      output: [2, 4, 2, 7],
    });
  });

  it('gives every statement its verdict', () => {
    expect(verdicts).toEqual({
      angle: 'condition',
      similar: 'condition',
      score: 'fails',
      product: 'condition',
      hull: 'condition',
      formula: 'holds',
      transpose: 'holds',
      twice: 'fails',
      width: 'holds',
      dimensions: 'condition',
      shapes: 'condition',
      heads: 'condition',
      whole: 'condition',
      arguments: 'condition',
      notebook: 'holds',
    });
  });

  it('measures the errata’s numbers', () => {
    expect(rows('angle', ['long', 'steep'])).toEqual([5, 1]);
    expect(measured('angle', 'degrees79')).toBeCloseTo(78.69, 2);
    const at4 = ['11', '12', '21', '22'];
    expect(
      rows(
        'product',
        at4.map((one) => `star${one}`),
      ),
    ).toEqual([5, 12, 21, 32]);
    expect(measured('score', 'after')).toBe(17);
    const places = at4.map((one) => `at${one}`);
    const doubled = golden('misc', 'pub-misc-06', 'seed_steps_run_in_order');
    const right = golden('misc', 'pub-misc-06', 'right');
    rows('twice', places).forEach((score, i) => {
      expect(score).toBeCloseTo(doubled[i] as number, 12);
    });
    rows('transpose', places).forEach((score, i) => {
      expect(score).toBeCloseTo(right[i] as number, 12);
    });
    expect(rows('twice', ['refused'])).toEqual([1]);
    expect(rows('dimensions', ['values', 'queries', 'refused'])).toEqual([7, 2, 1]);
  });

  it('agrees with PyTorch’s reference cases, with and without a mask', () => {
    const out = golden('dot_attention', 'pub-dot_attention-07', 'out');
    rows('formula', ['output1', 'output2']).forEach((one, i) => {
      expect(one).toBeCloseTo(out[i] as number, 12);
    });
    const weights = golden('dot_attention', 'pub-dot_attention-08', 'weights');
    expect(measured('whole', 'weight')).toBeCloseTo(weights[2] as number, 12);
    expect(measured('whole', 'empty')).toBe(weights[4]);
  });

  it('reproduces the notebook’s printed weights and outputs, except for their rounding', () => {
    const [weights, output] = rows('notebook', ['weights', 'output']) as [number, number];
    expect(weights).toBeLessThan(5e-5);
    expect(output).toBeGreaterThan(5e-5);
    expect(output).toBeLessThan(6e-5);
  });

  it('keeps every output within the range of the contents', () => {
    rows('hull', ['highest', 'energyLowest', 'energyHighest']).forEach((bound, i) => {
      expect(bound).toBeCloseTo([60, 40, 600][i] as number, 12);
    });
    expect(measured('hull', 'content')).toBeLessThan(40);
  });

  it('sets states that show what the experiments measure', () => {
    const shown = (id: string) =>
      compute(experiments.find((one) => one.id === id)?.state ?? EXAMPLE, engine);
    expect(shown('angle').arrows.other.dot).toBe(measured('angle', 'long'));
    expect(shown('similar').arrows.other.dot).toBe(measured('similar', 'long'));
    expect(shown('product').search.hits.length).toBe(measured('product', 'count'));
    expect(shown('dimensions').shapes).toMatchObject({ output: [2, 4, 2, 7] });
    expect(shown('shapes').shapes).toMatchObject({ output: [2, 4, 4, 2] });
    expect(shown('heads').shapes.queries).toEqual([1, measured('heads', 'axis'), 1, 2]);
    const { weight = 0 } = shown('hull').search.hits[5] ?? {};
    expect(40 * weight).toBeCloseTo(measured('hull', 'content'), 12);
    expect(shown('whole').search.hits[5]?.weight).toBe(0);
    const moved = shown('score').search;
    expect(moved.hits).toEqual(at({}).search.hits);
    expect(moved.output[0]).not.toBe(at({}).search.output[0]);
  });
});

describe('the vocabulary', () => {
  it.each(complete)('derives from each title, in %s, the key that the engine gets', (language) => {
    const { title, forms } = namesIn(language);
    for (const { id, key } of RECIPES) expect(countsIn(title[id] ?? '', forms), id).toEqual(key);
    expect(new Set(WORDS.flatMap(forms)).size).toBe(WORDS.flatMap(forms).length);
  });

  it('splits texts at its words, also in scripts without spaces', () => {
    const english = (one: string) => (one === 'egg' ? ['egg', 'eggs'] : [one]);
    expect(countsIn('Eggs, EGG & teapot tea!', english)).toEqual(countsOf({ egg: 2, tea: 1 }));
    const chinese = (one: string) =>
      ({ tea: ['茶'], milk: ['奶', '牛奶'], honey: ['蜂蜜', '蜜'] })[one] ?? [one];
    expect(countsIn('蜂蜜牛奶茶怎么做', chinese)).toEqual(countsOf({ honey: 1, milk: 1, tea: 1 }));
    expect(piecesOf('茶怎么做', chinese).map(({ text }) => text)).toEqual(['茶', '怎么做']);
    // If two words match at the same place, the longer one counts.
    const nested = (one: string) => ({ tea: ['茶'], egg: ['茶叶蛋'] })[one] ?? [one];
    expect(countsIn('茶叶蛋茶', nested)).toEqual(countsOf({ egg: 1, tea: 1 }));
  });
});
