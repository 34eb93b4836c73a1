// SPDX-License-Identifier: MIT
import { html } from 'lit';
import '../../components/slider.ts';
import type { ValueChange } from '../../components/light-element.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { binder } from '../bind.ts';
import { CHANGED, fields, type Numbers, type State } from './lookup.ts';
import { decimal, type LookupScene, type LookupTexts, type Parts, scoreText } from './parts.ts';
import { titleOf } from './recipes.ts';

/** The lengths that the second key can have, and its directions in degrees, without leaving the plane. */
const LENGTH = { min: 0.5, max: 6, step: 0.1 } as const;
const DIRECTION = { min: 0, max: 130, step: 1 } as const;
const TENTHS = 10;
const HUNDREDTHS = 100;
// Precision of the key's coordinates. With fewer decimals, a change of the length would change the cosine visibly.
const MILLIONTHS = 1_000_000;
const HALF_TURN = 180;

const rounded = (value: number, parts: number): number => Math.round(value * parts) / parts;

/** A slider that changes only the length of the second key, or only its direction. */
function turn({ state, numbers, t, set }: LookupScene, what: 'length' | 'direction') {
  const [across = 0, up = 0] = state.other;
  const length = numbers.arrows[1]?.length ?? 0;
  const direction = (Math.atan2(up, across) * HALF_TURN) / Math.PI;
  const { min, max, step } = what === 'length' ? LENGTH : DIRECTION;
  const onValue = ({ detail: { value, final } }: CustomEvent<ValueChange<number>>) => {
    const angle = ((what === 'direction' ? value : direction) * Math.PI) / HALF_TURN;
    const size = what === 'length' ? value : length;
    const other = [Math.cos(angle), Math.sin(angle)].map((one) => rounded(one * size, MILLIONTHS));
    set({ other }, final ? 'rest' : 'step');
  };
  return html`
    <al-slider field="other" .label=${t(`control.${what}`)} .value=${what === 'length' ? rounded(length, HUNDREDTHS) : rounded(direction, TENTHS)}
      .revision=${state} .min=${min} .max=${max} .lowest=${min} .highest=${max} .step=${step} @al-value=${onValue}></al-slider>`;
}

const search = (scene: LookupScene) => binder(fields, scene)('search');

const minutes = (scene: LookupScene) => binder(fields, scene)('minutes');

const temperature = (scene: LookupScene) => binder(fields, scene)('temperature');

const spokenArrows =
  (key: 'arrows' | 'cosine') =>
  (scene: LookupScene): string => {
    const [first, second] = scene.numbers.arrows;
    const score = (value = Number.NaN) => scoreText(scene, value);
    return scene.t(`spoken.${key}`, {
      first: score(first?.dot),
      second: score(second?.dot),
      cosine: decimal(scene, first?.cosine ?? Number.NaN, 2),
      other: decimal(scene, second?.cosine ?? Number.NaN, 2),
    });
  };

const spokenPeople = ({ numbers: { body, people }, i18n, t }: LookupScene): string => {
  const sizes = (list: readonly number[]) =>
    `(${list.map((size) => i18n.number(size)).join(', ')})`;
  return t('spoken.people', {
    body: sizes(body),
    people: i18n.list(people.map((one) => sizes(one.body))),
  });
};

const spokenTitles =
  (key: 'recipes' | 'mix' | 'guess' | 'soft') =>
  (scene: LookupScene): string => {
    const { state, numbers, i18n, t } = scene;
    const { titles } = numbers;
    const values = (of: (i: number) => string) =>
      i18n.list(titles.map((_, i) => t('spoken.one', { title: titleOf(t, i), value: of(i) })));
    return t(`spoken.${key}`, {
      search: t(`search.${state.search}`),
      scores: values((i) => i18n.number(titles[i]?.score ?? Number.NaN)),
      weights: values((i) => shareText(i18n, titles[i]?.weight)),
      temperature: i18n.number(numbers.temperature, { digits: 3 }),
      output: decimal(scene, numbers.output, 1),
      minutes: i18n.number(titles[CHANGED]?.minutes ?? Number.NaN),
      title: titleOf(t, CHANGED),
    });
  };

/** Whether the first or the third person has the largest score; `same` if all scores are equal. */
const most = ({ people }: Numbers): string => {
  const scores = people.map(({ score }) => score);
  const largest = Math.max(...scores);
  if (scores.every((score) => score === largest)) return 'same';
  return scores.indexOf(largest) === 0 ? 'first' : 'third';
};

/** The change of the weight of the recipe whose minutes have changed. */
const changed = ({ titles, before }: Numbers): string => {
  const change = (titles[CHANGED]?.weight ?? Number.NaN) - before.weight;
  return change === 0 ? 'same' : change > 0 ? 'grows' : 'falls';
};

export const steps: readonly Step<State, Numbers, Parts, LookupTexts>[] = [
  {
    ...{ id: 'arrows', view: { plane: 1, products: 1 } },
    ...{ controls: (scene) => turn(scene, 'direction'), room: ['slider'] },
    spoken: spokenArrows('arrows'),
  },
  {
    ...{ id: 'people', view: { people: 1, unknown: 1 }, spoken: spokenPeople },
    question: {
      guesses: ['first', 'third', 'same'],
      right: most,
      outcome: { unknown: 0 },
    },
  },
  {
    ...{ id: 'cosine', state: { other: [2.2, 5.5] }, view: { plane: 1, shadows: 1 } },
    ...{ controls: (scene) => turn(scene, 'length'), spoken: spokenArrows('cosine') },
  },
  {
    ...{ id: 'recipes', view: { titles: 1, cosines: 1 } },
    ...{ controls: search, spoken: spokenTitles('recipes') },
  },
  {
    ...{ id: 'mix', view: { titles: 1, weights: 1, minutes: 1, output: 1, axis: 1 } },
    spoken: spokenTitles('mix'),
  },
  {
    ...{ id: 'guess', state: { minutes: 80 }, spoken: spokenTitles('guess') },
    view: { titles: 1, minutes: 1, weights: 1, output: 1, unknown: 1 },
    controls: minutes,
    question: {
      guesses: ['grows', 'same', 'falls'],
      right: changed,
      outcome: { unknown: 0, axis: 1 },
    },
  },
  {
    ...{ id: 'soft', state: { temperature: 0.2 } },
    view: { titles: 1, weights: 1, minutes: 1, output: 1, axis: 1 },
    ...{ controls: temperature, spoken: spokenTitles('soft') },
  },
];
