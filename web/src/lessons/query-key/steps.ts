// SPDX-License-Identifier: MIT

import { nothing } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { wordChoice } from '../bind.ts';
import { renderOwnWords } from '../own-words.ts';
import type { Parts, SearchScene, Texts } from './figure.ts';
import type { Numbers, State } from './search.ts';

/** The choice of the word whose key is compared with the query. */
const keys = (scene: SearchScene) => {
  const { search } = scene.numbers;
  return search ? wordChoice(scene, 'key', scene.t('choose'), search.words, search.key) : nothing;
};

const spokenWeights =
  (part: 'own' | 'two' | 'one', key: 'own' | 'two' | 'one' | 'guess' = part) =>
  ({ numbers: { search }, i18n, t }: SearchScene) => {
    if (search === undefined) return t('words.none');
    const weights = search[part];
    const to = weights.indexOf(Math.max(...weights));
    return t(`spoken.${key}`, {
      from: search.words[search.from] ?? '',
      to: search.words[to] ?? '',
      weight: shareText(i18n, weights[to]),
    });
  };

const spokenScore =
  (key: 'lists' | 'score') =>
  ({ numbers: { search }, i18n, t }: SearchScene) =>
    search === undefined
      ? t('words.none')
      : t(`spoken.${key}`, {
          from: search.words[search.from] ?? '',
          to: search.words[search.key] ?? '',
          count: search.positive,
          all: search.products.length,
          sum: i18n.number(search.sum, { decimals: 2 }),
          score: i18n.number(search.score, { decimals: 2 }),
        });

const spokenPair = ({ numbers: { search }, i18n, t }: SearchScene): string => {
  if (search === undefined) return t('words.none');
  const { words, from, found, scores } = search;
  const score = (i: number, j: number) =>
    i18n.number(scores[i]?.[j] ?? Number.NaN, { decimals: 2 });
  return t('spoken.pairs', {
    from: words[from] ?? '',
    to: words[found] ?? '',
    there: score(from, found),
    back: score(found, from),
  });
};

/** The word with the largest weight for one matrix: the last word (`self`), `found` (`same`) or another (`other`). */
const answer = ({ search }: Numbers): string => {
  if (search === undefined) return 'self';
  const to = search.one.indexOf(Math.max(...search.one));
  return to === search.from ? 'self' : to === search.found ? 'same' : 'other';
};

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'search', view: { two: 1 } },
    ...{ controls: renderOwnWords, room: ['details'], spoken: spokenWeights('two') },
  },
  { id: 'same', view: { own: 1 }, spoken: spokenWeights('own') },
  { id: 'lists', view: { top: 1, lists: 1, vectors: 1 }, spoken: spokenScore('lists') },
  {
    ...{ id: 'score', view: { top: 1, lists: 1, products: 1 } },
    ...{ controls: keys, spoken: spokenScore('score') },
  },
  { id: 'pairs', view: { top: 1, table: 1 }, spoken: spokenPair },
  {
    ...{
      id: 'guess',
      view: { two: 1, sides: 1, unknown: 1 },
      spoken: spokenWeights('two', 'guess'),
    },
    question: {
      guesses: ['same', 'other', 'self'],
      right: answer,
      outcome: { unknown: 0, one: 1 },
    },
  },
  { id: 'answer', view: { two: 1, sides: 1, one: 1 }, spoken: spokenWeights('one') },
];
