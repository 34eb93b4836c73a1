// SPDX-License-Identifier: MIT
// Arrows, people and recipes that are compared with a query by dot product, and a look-up among the recipes.
import type { Engine } from '../../engine/index.ts';
import {
  choiceField,
  listField,
  numberField,
  type Range,
  type StateOf,
  WHOLE,
} from '../../state/fields.ts';
import { matrix } from '../matrix.ts';
import { computeSearch, EXAMPLE } from './compute.ts';
import { countsOf, RECIPES } from './recipes.ts';

/** The range of both coordinates. An arrow that is perpendicular to the query fits into it. */
export const PLANE = { min: -2, max: 6 } as const;
export const QUERY: readonly number[] = [4, 1];
const FIRST: readonly number[] = [2, 1.5];
const SECOND: readonly number[] = [1, 2.5];

/** Waist and chest in cm of the first person, which are also the query. From document 001 (web/src/ledger). */
const BODY: readonly number[] = [51, 70];
/** The document prints the second person twice, so the third person comes from the lesson "kernel-regression". */
const PEOPLE: readonly (readonly number[])[] = [BODY, [56, 82], [58, 84]];

export const SEARCHES = {
  ginger: countsOf({ ginger: 1, tea: 1 }),
  milk: countsOf({ honey: 1, milk: 1, tea: 1 }),
  egg: countsOf({ egg: 1 }),
} as const;
export type SearchName = keyof typeof SEARCHES;

/** The recipe whose minutes the reader can change. It has the largest weight in the first search. */
export const CHANGED = RECIPES.findIndex(({ id }) => id === 'tea-tea-tea');

export const MINUTES_RANGE: Range = { min: 0, max: 80 };

export const fields = {
  /** The tip of the second key. */
  other: listField(SECOND, PLANE, { step: 0.1 }),
  search: choiceField<SearchName>('ginger', Object.keys(SEARCHES) as SearchName[]),
  minutes: numberField(RECIPES[CHANGED]?.minutes ?? 0, MINUTES_RANGE, WHOLE),
  temperature: numberField(1, { min: 0.05, max: 50 }, { scale: 'log' }),
};
export type State = StateOf<typeof fields>;

const lengthOf = (list: readonly number[]) => Math.hypot(...list);

function compared(engine: Engine, query: readonly number[], keys: readonly (readonly number[])[]) {
  const found = engine.angles({
    precision: 'float64',
    queries: matrix(query),
    keys: matrix(...keys),
  });
  const queryLength = found.queryLengths.data[0] ?? Number.NaN;
  return {
    queryLength,
    all: keys.map((tip, i) => {
      const dot = found.dots.data[i] ?? Number.NaN;
      return {
        /** `shadow`: length of the arrow's projection on the query's line; negative if the angle exceeds 90°. */
        ...{ tip, dot, shadow: dot / queryLength },
        length: found.keyLengths.data[i] ?? Number.NaN,
        /** The angle to the query in degrees, and its cosine. NaN if the arrow has length 0. */
        degrees: found.degrees.data[i] ?? Number.NaN,
        cosine: found.cosines.data[i] ?? Number.NaN,
      };
    }),
  };
}

function peopleOf(engine: Engine) {
  const scores = compared(engine, BODY, PEOPLE).all;
  const angles = PEOPLE.flatMap((one) => compared(engine, one, PEOPLE).all.map((to) => to.degrees));
  const people = PEOPLE.map((body, i) => ({ body, score: scores[i]?.dot ?? Number.NaN }));
  // `widest`: the largest angle between the arrows of two people, in degrees.
  return { body: BODY, people, widest: Math.max(...angles) };
}

function titlesOf(engine: Engine, { search, minutes, temperature }: State) {
  const words = SEARCHES[search];
  const all = EXAMPLE.minutes.with(CHANGED, minutes);
  const options = { ...EXAMPLE, words, temperature };
  const { hits, output } = computeSearch({ ...options, minutes: all }, engine);
  const cosines = computeSearch({ ...options, measure: 'cosine' }, engine).hits;
  const before = computeSearch(options, engine);
  const [first = Number.NaN, second = Number.NaN] = hits
    .map(({ score }) => score)
    .toSorted((a, b) => b - a);
  return {
    words,
    titles: hits.map(({ score, weight }, i) => {
      const own = all[i] ?? Number.NaN;
      return {
        ...{ score, cosine: cosines[i]?.score ?? Number.NaN, weight },
        ...{ minutes: own, part: weight * own },
      };
    }),
    output: output[0] ?? Number.NaN,
    /** The original minutes of the recipe `CHANGED`, and its weight and the output with these minutes. */
    before: {
      minutes: EXAMPLE.minutes[CHANGED] ?? Number.NaN,
      weight: before.hits[CHANGED]?.weight ?? Number.NaN,
      output: before.output[0] ?? Number.NaN,
    },
    /** The gap between the two largest scores, before and after the division by the temperature. */
    ...{ lead: first - second, divided: (first - second) / temperature },
    /** The shortest, the longest and the mean time of the recipes, in minutes. */
    ...{ shortest: Math.min(...all), longest: Math.max(...all) },
    mean: all.reduce((sum, one) => sum + one, 0) / all.length,
  };
}

export function compute(state: State, engine: Engine) {
  const { other, temperature } = state;
  const { queryLength, all } = compared(engine, QUERY, [FIRST, other]);
  return {
    /** The two keys in the plane are `arrows`. */
    ...{ query: QUERY, queryLength, arrows: all },
    /** The length of the second key, divided by its length in the first step. */
    stretch: lengthOf(other) / lengthOf(SECOND),
    ...peopleOf(engine),
    temperature,
    ...titlesOf(engine, state),
  };
}

export type Numbers = ReturnType<typeof compute>;
export type Arrow = Numbers['arrows'][number];
export type Title = Numbers['titles'][number];
