// SPDX-License-Identifier: MIT

import { html } from 'lit';
import '../../components/seed-box.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { nearestGuess } from '../../lesson/nearest-guess.ts';
import { binder, inRole } from '../bind.ts';
import { largestDifference } from '../matrix.ts';
import { fields, type Numbers, type State } from './arrows.ts';
import { type ArrowsScene, decimal, KEYS, keyName, type Parts, type Texts } from './parts.ts';

const WIDTH = 2;

/** A number box for each coordinate of the arrows. */
function arrows(scene: ArrowsScene) {
  const { t } = scene;
  const bind = binder(fields, scene);
  const box = (field: 'query' | 'keys', index: number, name: string) =>
    bind(field, {
      ...{ index, isBox: true },
      label: t(index % WIDTH === 0 ? 'arrow.across' : 'arrow.up', { name }),
    });
  const arrow = (field: 'query' | 'keys', at: number, name: string) => html`
    <fieldset>
      <legend>${name}</legend>
      <div>${box(field, WIDTH * at, name)} ${box(field, WIDTH * at + 1, name)}</div>
    </fieldset>`;
  return html`
    <details class="scene-cells">
      <summary>${t('arrow.change')}</summary>
      <div>${arrow('query', 0, 'q')} ${KEYS.map((i) => arrow('keys', i, keyName(i)))}</div>
    </details>`;
}

const another = (scene: ArrowsScene) => binder(fields, scene)('draw', { next: scene.t('another') });

const GAP = '\u2003\u2003';

/** A number in a sum of products, in parentheses if it is negative. */
const factor = (scene: ArrowsScene, value: number, decimals = 2): string =>
  value < 0 ? `(${decimal(scene, value, decimals)})` : decimal(scene, value, decimals);

/** The calculations of the first key's dot product and of its distance score. */
const both = (scene: ArrowsScene) => {
  const { query, keys, distances, dot, distance } = scene.numbers;
  const [key = []] = keys;
  return html`${query.map(
    (x, i) =>
      html`${i > 0 ? ' + ' : ''}${inRole('query', factor(scene, x))} · ${inRole('key', factor(scene, key[i] ?? 0))}`,
  )} = ${inRole('score', decimal(scene, dot.scores[0]))}${GAP}−½ · ${decimal(scene, distances[0])}² = ${inRole('score', decimal(scene, distance.scores[0]))}`;
};

/** Describes the key that each function ranks first, with its weight. */
const spoken =
  (key: 'three' | 'near' | 'flip' | 'training' | 'answer') =>
  (scene: ArrowsScene): string => {
    const { numbers, i18n, t } = scene;
    const first = (name: 'dot' | 'distance' | 'network') => {
      const { weights, best } = numbers[name];
      return t('spoken.first', {
        name: t(`row.${name}`),
        key: best === undefined ? t('spoken.tie') : keyName(best),
        weight: shareText(i18n, Math.max(...weights)),
      });
    };
    const list = i18n.list([first('dot'), first('distance'), first('network')]);
    return t(`spoken.${key}`, { list, turn: i18n.number(numbers.turn) });
  };

const spokenNetwork = ({ numbers, i18n, t }: ArrowsScene): string => {
  const list = (all: readonly number[]) => i18n.list(all.map((x) => decimal({ i18n }, x)));
  return t('spoken.network', { v: list(numbers.v), scores: list(numbers.network.scores) });
};

/** The largest difference that counts as a rounding error. */
const ROUNDING = 1e-9;

/** `same` if distance and dot product give equal weights, `order` if only the best key is the same, else `differ`. */
const sameWeights = ({ dot, distance }: Numbers): string => {
  if (largestDifference(dot.weights, distance.weights) < ROUNDING) return 'same';
  return dot.best === distance.best ? 'order' : 'differ';
};

/** The id of the guess that equals the bound of the scores: 1, the sum of v, or the sum of |v|. */
const boundOf = ({ v, bound }: Numbers): string =>
  nearestGuess(bound, {
    one: 1,
    sum: v.reduce((all, x) => all + x, 0),
    sizes: v.reduce((all, x) => all + Math.abs(x), 0),
  });

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  { id: 'three', view: {}, controls: arrows, room: ['details'], spoken: spoken('three') },
  {
    ...{ id: 'near', view: { network: 0.3, lines: 1 } },
    ...{
      worked: both,
      controls: (scene) => binder(fields, scene)('factor'),
      spoken: spoken('near'),
    },
  },
  {
    ...{ id: 'length', state: { equal: 1 }, view: { network: 0, unknown: 1 } },
    spoken: ({ numbers, i18n, t }) =>
      t('spoken.length', {
        length: i18n.number(numbers.lengths[0] ?? Number.NaN, { decimals: 2 }),
        weights: i18n.list(numbers.dot.weights.map((weight) => shareText(i18n, weight))),
      }),
    question: {
      guesses: ['same', 'order', 'differ'],
      right: sameWeights,
      outcome: { unknown: 0, lines: 1 },
    },
  },
  {
    ...{ id: 'network', view: { dot: 0, distance: 0, units: 1, axis: 1, unbound: 1 } },
    ...{ controls: another, spoken: spokenNetwork },
    question: {
      guesses: ['one', 'sum', 'sizes'],
      right: boundOf,
      outcome: { unbound: 0, bound: 1, extreme: 1 },
    },
  },
  {
    ...{ id: 'flip', state: { turn: 180 }, view: { before: 1 } },
    controls: (scene) => binder(fields, scene)('turn'),
    spoken: spoken('flip'),
  },
  {
    ...{ id: 'training', state: { query: [1, 2] }, view: { trained: 1 } },
    controls: (scene) => binder(fields, scene)('steps'),
    spoken: spoken('training'),
  },
  { id: 'answer', view: { formulas: 1 }, spoken: spoken('answer') },
];
