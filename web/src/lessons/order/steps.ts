// SPDX-License-Identifier: MIT
import { html, nothing } from 'lit';
import type { ValueChange } from '../../components/light-element.ts';
import '../../components/slider.ts';
import { shareText } from '../../i18n/share.ts';
import type { Step } from '../../lesson/define.ts';
import { binder } from '../bind.ts';
import { COUNT, SWAPPED, shuffled } from './compute.ts';
import {
  BACKWARDS,
  fields,
  MOVED,
  NEIGHBOURS,
  type Numbers,
  orderOf,
  PLACES,
  type State,
  VERB,
} from './orders.ts';
import { decimal, type OrderScene, type Parts, type Texts } from './parts.ts';

/** Converts an order (the words from the first place to the last) to the place of each word. All count from 1. */
const placesOf = (order: readonly number[]): readonly number[] =>
  order.map((_, word) => order.indexOf(word + 1) + 1);

const present = ({ state }: OrderScene): readonly number[] =>
  orderOf(state.places).map((word) => word + 1);

const move = (scene: OrderScene) => {
  const { state, numbers, t, set } = scene;
  const onValue = ({ detail }: CustomEvent<ValueChange<number>>) => {
    const others = present(scene).filter((word) => word !== MOVED + 1);
    const order = others.toSpliced(detail.value - 1, 0, MOVED + 1);
    set({ places: placesOf(order) }, detail.final ? 'rest' : 'step');
  };
  return html`
    <al-slider field="places" .label=${t('move', { word: numbers.orders?.words[MOVED] ?? '' })}
      .value=${state.places[MOVED]} .revision=${state} .min=${1} .max=${COUNT} .step=${1}
      .lowest=${1} .highest=${COUNT} .isWhole=${true} @al-value=${onValue}></al-slider>`;
};

const shuffle = (scene: OrderScene) => html`
  <button type="button" @click=${() => scene.set({ places: placesOf(shuffled(present(scene))) }, 'rest')}>
    ${scene.t('shuffle')}</button>`;

/** The calculation of the verb's output as a sum, in the current order. */
function sum({ numbers: { orders }, i18n }: OrderScene) {
  if (orders === undefined) return nothing;
  const { words, order, now } = orders;
  return html`
    <span class="role output">${words[VERB]}</span> =
    ${order.map(
      (
        word,
        i,
      ) => html`${i > 0 ? ' + ' : ''}<span class="role weight">${shareText(i18n, now.weights[VERB]?.[word])}</span>
      <span class="role value">${words[word]}</span>`,
    )}`;
}

function product(scene: OrderScene) {
  const { turnedQuery, turnedKey, score } = scene.numbers.turned;
  const written = (pair: readonly number[]) =>
    `(${pair.map((value) => decimal(scene, value, 3)).join(', ')})`;
  return html`
    <span class="role query">${written(turnedQuery)}</span> ·
    <span class="role key">${written(turnedKey)}</span> =
    <span class="role score">${decimal(scene, score)}</span>`;
}

const spokenOrders =
  (key: 'swap' | 'why' | 'mask' | 'add' | 'distance') =>
  ({ numbers: { orders }, i18n, t }: OrderScene): string => {
    if (orders === undefined) return i18n.t('status.loading');
    const { words, order, now, same, changed } = orders;
    return t(`spoken.${key}`, {
      words: order.map((word) => words[word]).join(' '),
      verb: words[VERB] ?? '',
      weights: i18n.list(
        words.map((word, i) => `${word} ${shareText(i18n, now.weights[VERB]?.[i])}`),
      ),
      same,
      changed,
    });
  };

const spokenTurned = (scene: OrderScene): string => {
  const { places, score, mirrored } = scene.numbers.turned;
  return scene.t('spoken.turn', {
    ...places,
    score: decimal(scene, score),
    mirrored: decimal(scene, mirrored),
  });
};

const spokenTable = ({ numbers: { orders }, i18n, t }: OrderScene): string => {
  if (orders === undefined) return i18n.t('status.loading');
  const rows = orders.noticed.map(({ way }, i) => {
    const [swapped = 0, back = 0] = orders.counts[i] ?? [];
    return i18n.t('list.named', {
      name: t(`table.${way as 'none'}`),
      text: t('spoken.row', { swapped, back }),
    });
  });
  return t('spoken.answer', { rows: i18n.list(rows) });
};

/** The number of words that keep their outputs: `all`, one (`middle`), or `none`. */
const answer = ({ orders }: Numbers): string => {
  const counts = { all: COUNT, middle: 1, none: 0 };
  const [right = 'all'] = Object.entries(counts).find(([, count]) => count === orders?.same) ?? [];
  return right;
};

const HIDDEN = { sentence: 0 };
/** A button that moves query and key by one place. After the last place, it returns to the first. */
const further = ({ state, t, set }: OrderScene) => {
  const { min, max } = PLACES;
  const query = state.query < max ? state.query + 1 : min;
  return html`<button type="button" @click=${() => set({ query }, 'rest')}>${t('further')}</button>`;
};

const turning = (scene: OrderScene) => html`${further(scene)} ${binder(fields, scene)('apart')}`;

export const steps: readonly Step<State, Numbers, Parts, Texts>[] = [
  {
    ...{ id: 'swap', state: { places: SWAPPED }, view: { alone: 1 } },
    ...{ controls: shuffle, room: ['button'], spoken: spokenOrders('swap') },
  },
  {
    ...{ id: 'why', state: { places: SWAPPED }, view: { weights: 1 } },
    ...{ worked: sum, controls: move, spoken: spokenOrders('why') },
  },
  {
    ...{ id: 'mask', state: { places: NEIGHBOURS, way: 'causal' }, view: { sees: 1 } },
    controls: (scene) =>
      binder(fields, scene)('layers', { names: [scene.t('layers.one'), scene.t('layers.two')] }),
    spoken: spokenOrders('mask'),
  },
  {
    ...{ id: 'add', state: { places: SWAPPED, way: 'sinusoidal' } },
    view: { weights: 1, plain: 0, added: 1 },
    controls: (scene) => binder(fields, scene)('way', { options: ['sinusoidal', 'learned'] }),
    spoken: spokenOrders('add'),
  },
  {
    ...{ id: 'distance', state: { places: BACKWARDS, way: 'linear' } },
    view: { weights: 1, plain: 0, bias: 1, now: 0, unknown: 1 },
    spoken: spokenOrders('distance'),
    question: {
      guesses: ['all', 'middle', 'none'],
      right: answer,
      outcome: { now: 1, unknown: 0 },
    },
  },
  {
    ...{ id: 'turn', view: { ...HIDDEN, turned: 1 } },
    ...{ worked: product, controls: turning, spoken: spokenTurned },
  },
  { id: 'answer', view: { ...HIDDEN, table: 1 }, spoken: spokenTable },
];
