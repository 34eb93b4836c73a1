// SPDX-License-Identifier: MIT
// The sentence in its original order (top) and in the reader's order (bottom), with the outputs between them. A line
// leads from each output to the same word's output in the other order.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { barsMark } from '../../marks/bars.ts';
import { label, shown } from '../../marks/label.ts';
import { bandsMark } from '../../marks/sentence.ts';
import { IN_ORDER } from './compute.ts';
import { type Orders, orderOf, VERB } from './orders.ts';
import { decimal, type OrderScene, type Parts, type Places, placesOf, type Rows } from './parts.ts';

/** 0: the original order. 1: the reader's order. */
type Side = 0 | 1;

export function drawOrders(scene: OrderScene, orders: Orders, view: Parts, layout: Layout) {
  const places = placesOf(view, layout);
  return svg`
    ${([0, 1] as const).map((side) => row(scene, orders, view, layout, places, side))}
    ${shown(view.now, () => svg`${orders.words.map((_, word) => link(scene, orders, places, layout, word))} ${changes(scene, orders, places, layout)}`)}`;
}

/** The x of the middle of each word in an order. */
const middlesOf = ({ state }: OrderScene, { columns: [first, step] }: Places, side: Side) =>
  (side === 0 ? IN_ORDER : state.places).map((place) => first + (place - 1) * step);

function row(
  scene: OrderScene,
  orders: Orders,
  view: Parts,
  layout: Layout,
  places: Places,
  side: Side,
) {
  const { words } = orders;
  const { columns, rows, height } = places;
  const [, , width] = columns;
  const y = rows[side];
  const has = side === 0 ? 1 : view.now;
  const middles = middlesOf(scene, places, side);
  const { outputs } = side === 0 ? orders.first : orders.now;
  const most = Math.max(
    ...[orders.first, orders.now].flatMap((one) => one.outputs.flat().map(Math.abs)),
  );
  const bars = (word: number) =>
    barsMark({
      ...{ part: 'outputs', role: 'output', list: outputs[word] ?? [], most },
      ...{ x: (middles[word] ?? 0) - width / 2, base: y.base, width, height },
    });
  const [shownCount, away] = layout === 'wide' ? [2, 11] : [1, 10];
  /** The first numbers of an output, because the bars of two outputs can look alike. */
  const numbers = (word: number) =>
    label(
      middles[word] ?? 0,
      y.base + (side === 0 ? 1 : -1) * (height + away),
      `${(outputs[word] ?? [])
        .slice(0, shownCount)
        .map((value) => decimal(scene, value, 3))
        .join(', ')} …`,
      'output middle tick',
    );
  const unknown = (x: number) => svg`
    <rect class="unknown" x=${x - width / 2} y=${y.base - height} width=${width} height=${2 * height} rx="5" />
    ${label(x, y.base, '?', 'middle moment')}`;
  const kind = (word: number) => {
    if (view.weights > 0.5 && word === VERB) return 'roles from';
    return scene.state.places[word] === IN_ORDER[word] ? '' : 'followed';
  };
  return svg`
    ${layout === 'wide' ? label(4, y.title, scene.t(side === 0 ? 'head.first' : 'head.now'), 'title') : nothing}
    ${words.map((word, i) =>
      layout === 'wide'
        ? svg`<text class="word sized middle ${kind(i)}" font-size="25" x=${middles[i]} y=${y.word}>${word}</text>`
        : label(middles[i] ?? 0, y.word, word, `word middle ${kind(i)}`),
    )}
    ${shown(has, () => svg`${words.map((_, word) => bars(word))}`)}
    ${shown(has * view.alone, () => svg`${words.map((_, word) => numbers(word))}`)}
    ${side === 1 ? shown(view.unknown, () => svg`${middles.map(unknown)}`) : nothing}
    ${placesRow(scene, orders, view, layout, places, side)}
    ${shown(view.weights * has, () => weights(scene, orders, layout, places, side))}
    ${shown(view.sees * has, () => seen(orders, layout, middles, y, side))}`;
}

/** The line from an output to the same word's output in the other order. It is dashed if the outputs differ. */
function link(scene: OrderScene, { isSame }: Orders, places: Places, layout: Layout, word: number) {
  const [from = 0, to = 0] = ([0, 1] as const).map((side) => middlesOf(scene, places, side)[word]);
  const [top, bottom] = places.rows.map(({ line }) => line) as [number, number];
  const same = isSame[word] ?? false;
  const radius = layout === 'wide' ? 12 : 9;
  const y = bottom - radius - 3;
  return svg`
    <g data-part="lines" class="output">
      <path class=${same ? 'arrow output' : 'unknown'} d="M${from} ${top} L${to} ${y}" />
      <circle class="plus" cx=${to} cy=${y} r=${radius} />
      ${label(to, y, same ? '=' : '≠', 'middle moment')}
    </g>`;
}

/** The change of each output as a number, because the bars of both orders can look alike. */
function changes(scene: OrderScene, orders: Orders, places: Places, layout: Layout) {
  if (orders.changed === 0) return nothing;
  const [radius, away] = layout === 'wide' ? [12, 8] : [9, 3];
  const y = places.rows[1].line - radius + 4;
  return svg`
    <g data-part="changes" class="output">
      ${middlesOf(scene, places, 1).map((x, word) =>
        orders.isSame[word]
          ? nothing
          : label(
              x + radius + away,
              y,
              decimal(scene, orders.changes[word] ?? 0),
              'output tick halo',
            ),
      )}
    </g>`;
}

/** The indices of the (sine, cosine) pairs of a sinusoidal vector that are drawn as clock hands. */
const CLOCKS = [0, 2];

/** Marks each place: with its number, the vector added to the word there, or the number added to the score. */
function placesRow(
  scene: OrderScene,
  { added, bias, words }: Orders,
  view: Parts,
  layout: Layout,
  places: Places,
  side: Side,
) {
  const { columns, rows } = places;
  const [first, step, width] = columns;
  const { place: y } = rows[side];
  const middles = words.map((_, place) => first + place * step);
  const [r, between] = layout === 'wide' ? [19, 12] : [14, 5];
  const clock = (x: number, sine = 0, cosine = 1) => svg`
    <circle class="plus" cx=${x} cy=${y} r=${r} /><path class="tangent" d="M${x} ${y} l${r * sine} ${-r * cosine}" />`;
  const vector = (list: readonly number[], x: number) =>
    scene.state.way === 'learned'
      ? barsMark({
          ...{ part: 'added', role: 'word', list, x: x - width / 2, base: y, width, height: r },
        })
      : CLOCKS.map((pair, i) =>
          clock(
            x + (i - (CLOCKS.length - 1) / 2) * (2 * r + between),
            list[2 * pair],
            list[2 * pair + 1],
          ),
        );
  const spots = middlesOf(scene, places, side);
  return svg`
    ${shown(view.plain, () => svg`${middles.map((x, i) => label(x, y, scene.i18n.integer(i + 1), 'middle quiet'))}`)}
    ${shown(view.added, () => svg`<g data-part="added">${middles.map((x, i) => vector(added[i] ?? [], x))}</g>`)}
    ${shown(
      view.bias * (side === 0 ? 1 : view.now),
      () => svg`
        <g data-part="bias">${(bias[side] ?? []).map((value, word) =>
          label(
            spots[word] ?? 0,
            y,
            decimal(scene, value, Number.isInteger(value) ? 0 : 1),
            'score middle moment',
          ),
        )}</g>`,
    )}`;
}

/** The weights of the verb for all words: bands, or on a phone bars. */
function weights(
  scene: OrderScene,
  { first, now }: Orders,
  layout: Layout,
  places: Places,
  side: Side,
) {
  const y = places.rows[side];
  const own = (side === 0 ? first : now).weights[VERB] ?? [];
  const middles = middlesOf(scene, places, side);
  const part = side === 0 ? 'first' : 'now';
  if (layout === 'phone') {
    // The bars of both orders grow away from the words, so that no bar covers a word.
    const away = side === 0 ? -1 : 1;
    const most = Math.max(...[first, now].flatMap((one) => one.weights[VERB] ?? []));
    const height = (weight: number) => Math.max(1, (44 * weight) / most);
    return svg`
      <g data-part=${part} class="weight">
        ${own.map((weight, word) => {
          const [x, size] = [middles[word] ?? 0, height(weight)];
          return svg`
            <rect class="pixel" x=${x - 12} y=${side === 0 ? y.edge - size : y.edge} width="24" height=${size} rx="2" />
            ${label(x, y.edge + away * (size + 11), shareText(scene.i18n, weight), 'weight middle')}`;
        })}
      </g>`;
  }
  const order = orderOf(side === 0 ? IN_ORDER : scene.state.places);
  const line = {
    words: order.map(String),
    middles: order.map((word) => middles[word] ?? 0),
    size: 0,
  };
  return svg`
    ${bandsMark({
      ...{
        part,
        row: line,
        from: order.indexOf(VERB),
        weights: order.map((word) => own[word] ?? 0),
      },
      ...{ y: y.edge, side: side === 0 ? -1 : 1, room: 96 },
    })}
    <g data-part=${part} class="weight">
      ${own.map((weight, word) => label(middles[word] ?? 0, y.share, shareText(scene.i18n, weight), 'weight middle'))}
    </g>`;
}

/** The words that each word can attend to, in a box for each word. */
function seen(
  { sees, words }: Orders,
  layout: Layout,
  middles: readonly number[],
  y: Rows,
  side: Side,
) {
  const [height, half] = layout === 'wide' ? [22, 42] : [16, 29];
  const edge = y.edge + (layout === 'wide' ? 14 : 0) * (side === 0 ? 1 : -1);
  return svg`
    <g data-part="sees">
      ${(sees[side] ?? []).map((list, word) => {
        const [x, size] = [middles[word] ?? 0, list.length * height + 8];
        const top = side === 0 ? edge - size : edge;
        return svg`
          <rect class="box" x=${x - half} y=${top} width=${2 * half} height=${size} rx="7" />
          ${list.map((other, i) =>
            label(
              x,
              top + 4 + (i + 0.5) * height,
              words[other],
              `word small middle ${other === word ? 'followed' : ''}`,
            ),
          )}`;
      })}
    </g>`;
}
