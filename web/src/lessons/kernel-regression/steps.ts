// SPDX-License-Identifier: MIT
import { html } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { nearestGuess } from '../../lesson/nearest-guess.ts';
import { binder, inRole } from '../bind.ts';
import { decimal, type Parts, type PeopleScene, short, type Texts } from './parts.ts';
import { fields, type Numbers, type State } from './people.ts';

const sliders =
  (...names: readonly ('query' | 'sigma')[]) =>
  (scene: PeopleScene) => {
    const bind = binder(fields, scene);
    return names.map((name) => bind(name));
  };

const place = (scene: PeopleScene) => {
  const bind = binder(fields, scene);
  return html`
    <fieldset class="scene-cells">
      <legend>${scene.t('place')}</legend>
      <div>${bind('waist', { isBox: true })} ${bind('chest', { isBox: true })}</div>
    </fieldset>`;
};

const kilograms = (scene: PeopleScene, mass: number) =>
  inRole('output', scene.t('kg', { mass: short(scene, mass) }));

const half = (scene: PeopleScene) => {
  const [, second = 0, third = 0] = scene.numbers.people.map(({ value }) => value);
  const [a, b] = [second, third].map((value) => inRole('value', scene.i18n.number(value)));
  return html`(${a} + ${b}) ÷ 2 = ${kilograms(scene, (second + third) / 2)}`;
};

/** The calculation of the largest weight, as a quotient of heights of the bell. */
const quotient = (scene: PeopleScene) => {
  const { people, sum } = scene.numbers;
  const first = people.reduce((most, one) => (one.weight > most.weight ? one : most));
  const height = (value: number) => inRole('score', decimal(scene, value, 4));
  return html`${height(first.height)} ÷ ${height(sum)} = ${inRole('weight', shareText(scene.i18n, first.weight))}`;
};

const mixture = (scene: PeopleScene) => {
  const terms = scene.numbers.people.map(
    ({ weight, value }, i) =>
      html`${i > 0 ? ' + ' : ''}${inRole('weight', decimal(scene, weight, 3))} · ${inRole('value', scene.i18n.number(value))}`,
  );
  return html`${terms} = ${inRole('output', short(scene, scene.numbers.prediction))}`;
};

const spoken =
  (key: 'people' | 'rule' | 'hand' | 'bandwidth' | 'formula') =>
  ({ numbers, i18n, t }: PeopleScene) =>
    t(`spoken.${key}`, {
      query: i18n.number(numbers.query),
      sigma: i18n.number(numbers.sigma, { digits: 3 }),
      weights: i18n.list(numbers.people.map(({ weight }) => shareText(i18n, weight))),
      prediction: i18n.number(numbers.prediction, { decimals: 2 }),
      mean: i18n.number(numbers.wide.prediction, { decimals: 2 }),
    });

const spokenMap = ({ numbers, i18n, t }: PeopleScene) => {
  const [waist = 0, chest = 0] = numbers.place;
  const [mass = 0, length = 0] = numbers.output;
  return t('spoken.plane', {
    ...{ waist: i18n.number(waist), chest: i18n.number(chest) },
    weights: i18n.list(numbers.placed.map(({ weight }) => shareText(i18n, weight))),
    mass: i18n.number(mass, { decimals: 1 }),
    length: i18n.number(length, { decimals: 1 }),
  });
};

const answer = ({ people }: Numbers): string =>
  nearestGuess(Math.max(...people.map(({ weight }) => weight)), {
    proportion: 0.46,
    most: 0.9,
    all: 1,
  });

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  { id: 'people', view: { distances: 1 }, worked: half, spoken: spoken('people') },
  {
    ...{ id: 'rule', state: { query: 55 }, view: { bell: 1 } },
    ...{ worked: quotient, spoken: spoken('rule') },
  },
  {
    ...{ id: 'guess', state: { query: 54 }, view: { distances: 1, answer: 0, unknown: 1 } },
    spoken: ({ t, numbers, i18n }) => t('spoken.guess', { query: i18n.number(numbers.query) }),
    question: {
      guesses: ['proportion', 'most', 'all'],
      right: answer,
      outcome: { distances: 0, bell: 1, answer: 1, unknown: 0 },
    },
  },
  {
    ...{ id: 'hand', view: { bell: 1, curve: 1 } },
    ...{ controls: sliders('query'), spoken: spoken('hand') },
  },
  {
    ...{ id: 'bandwidth', state: { sigma: 0.2 }, view: { bell: 1, curve: 1, mean: 1 } },
    ...{ controls: sliders('query', 'sigma'), spoken: spoken('bandwidth') },
  },
  {
    ...{ id: 'formula', state: { query: 54 }, view: { table: 1, letters: 1 } },
    ...{ worked: mixture, spoken: spoken('formula') },
  },
  {
    ...{ id: 'plane', state: { sigma: 3 }, view: { line: 0, answer: 0, map: 1 } },
    ...{ controls: place, spoken: spokenMap },
  },
];
