// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label, nameOf, shown } from '../../marks/label.ts';
import { matrixMark, type Role } from '../../marks/matrix.ts';
import { apartMark, planeMark, vectorMark } from '../../marks/plane.ts';
import {
  type ArrowsScene,
  decimal,
  FOLLOWED,
  KEYS,
  keyName,
  keyPart,
  type Parts,
  PLACES,
  type Places,
} from './parts.ts';
import type { Scored } from './retrieval.ts';

const ROWS = ['dot', 'distance', 'network'] as const;
type Row = (typeof ROWS)[number];

/** The opacity of the weights that are not the largest of their row. */
const SMALLER = 0.45;
/** On a phone, the thickness of a horizontal bar, and the distance between the lines of text of a row. */
const LYING = 8;
const LINE = 19;

const [q, k, v, W, TANH] = ['q', 'k', 'v', 'W', 'tanh'];
const FORMULAS = {
  dot: svg`${q} · ${k}`,
  distance: svg`−½ ‖${q} − ${k}‖²`,
  network: svg`${v} · ${TANH}(${nameOf(W, 'Q')} ${q} + ${nameOf(W, 'K')} ${k})`,
};
/** The whole formula of the network is too long for a phone. */
const PHONE_FORMULAS = { ...FORMULAS, network: svg`${v} · ${TANH}(…)` };

function rows(scene: ArrowsScene, view: Parts, places: Places) {
  return svg`${ROWS.map((name, at) => shown(view[name], () => row(scene, view, places, name, at)))}`;
}

function row(scene: ArrowsScene, view: Parts, places: Places, name: Row, at: number) {
  const { numbers, t } = scene;
  const [left, width] = places.rows.across;
  const top = places.rows.tops[at] as number;
  const isNetwork = name === 'network';
  const scored = numbers[name];
  const known = name === 'distance' ? 1 - view.unknown : 1;
  const beside = view.before > 0 ? numbers.before.weights : [];
  return svg`
    <g data-part=${name}>
      ${label(left, top, t(`row.${name}`), places.isPhone ? 'followed' : 'title')}
      ${places.isPhone ? nothing : label(left, top + places.rows.base + places.rows.score, t('row.score'), 'quiet')}
      ${shown(view.formulas, () => formula(name, top, places))}
      ${shown(known * (isNetwork ? 1 - view.trained : 1), () => weights(scene, places, top, scored, isNetwork ? beside : []))}
      ${isNetwork ? shown(view.before, () => outlined(places, top, numbers.before.weights, t('row.before'))) : nothing}
      ${isNetwork ? shown(view.trained, () => trained(scene, places, top)) : nothing}
      ${name === 'distance' ? shown(view.unknown, () => unknown(places, top)) : nothing}
    </g>
    ${shown(view.trained, () => (places.isPhone ? label(left, top + LINE, found(scene, name), '') : label(left + width, top, found(scene, name), 'end moment')))}`;
}

/** The formula of a function, beside its name or, on a phone, below its name. */
const formula = (name: Row, top: number, { isPhone, rows: { across } }: Places) =>
  isPhone
    ? label(across[0], top + LINE, PHONE_FORMULAS[name], 'quiet')
    : label(across[0] + across[1], top, FORMULAS[name], 'quiet end');

const found = ({ numbers, i18n, t }: ArrowsScene, name: Row): string => {
  const { dot, distance, bias } = numbers.trained.found;
  return t('row.found', { share: i18n.percent({ dot, distance, network: bias }[name], 1) });
};

/** Returns the rectangle of a key's bar for a share (0 to 1) of its full length. Bars are horizontal on a phone. */
function barOf({ rows: { middles, bar, base, height }, isPhone }: Places, top: number, i: number) {
  const left = (middles[i] as number) - bar / 2;
  const bottom = top + base;
  return (share: number) =>
    isPhone
      ? { x: left, y: bottom - LYING, width: Math.max(1.5, bar * share), height: LYING }
      : {
          ...{ x: left, width: bar, height: Math.max(1.5, height * share) },
          y: bottom - Math.max(1.5, height * share),
        };
}

const bars = (places: Places, top: number, list: readonly number[], best: number | undefined) =>
  list.map((weight, i) => {
    const { x, y, width, height } = barOf(places, top, i)(weight);
    return svg`<rect class="pixel" x=${x} y=${y} width=${width} height=${height} rx="2" fill-opacity=${i === best ? 1 : SMALLER} />`;
  });

/** The bars with weights and scores. In the wide layout, the label of a weight is above its bar and above `beside`. */
function weights(
  scene: ArrowsScene,
  places: Places,
  top: number,
  { scores, weights: list, best }: Scored,
  beside: readonly number[],
) {
  const { middles, bar, base, score } = places.rows;
  const { isPhone } = places;
  return svg`
    <g class="weight">${bars(places, top, list, best)}</g>
    ${KEYS.map((i) => {
      const middle = middles[i] as number;
      const upper = barOf(places, top, i)(Math.max(list[i] ?? 0, beside[i] ?? 0)).y - 13;
      const kind = `weight ${i === best ? 'moment' : ''}`;
      const told = svg`${keyName(i)} <tspan class="score">${decimal(scene, scores[i])}</tspan>`;
      return svg`
        ${isPhone ? label(middle - bar / 2, top + LINE, shareText(scene.i18n, list[i]), kind) : label(middle, upper, shareText(scene.i18n, list[i]), `${kind} middle`)}
        ${label(isPhone ? middle - bar / 2 : middle, top + base + score, told, `key followed ${isPhone ? '' : 'middle'}`)}`;
    })}`;
}

/** Outlined bars, for comparison with filled bars, and a text below the bars. */
function outlined(places: Places, top: number, list: readonly number[], text: string) {
  const { across, base, score } = places.rows;
  return svg`
    <g class="weight">${list.map((weight, i) => {
      const { x, y, width, height } = barOf(places, top, i)(weight);
      return svg`<rect class="frame" x=${x} y=${y} width=${width} height=${height} rx="2" />`;
    })}</g>
    ${label(across[0], top + base + (places.isPhone ? 18 : score + 24), text, 'quiet')}`;
}

/** The weights of the network trained with a bias. Outlines show the network trained without one. */
function trained(scene: ArrowsScene, places: Places, top: number) {
  const { numbers, i18n, t } = scene;
  const { bias, bare, found } = numbers.trained;
  const note = t('row.bare', { share: i18n.percent(found.bare, 1) });
  return svg`
    ${weights(scene, places, top, bias, bare.weights)} ${outlined(places, top, bare.weights, note)}`;
}

/** The placeholders of the weights that the question asks for. */
function unknown(places: Places, top: number) {
  const { middles, base, score } = places.rows;
  return svg`${KEYS.map((i) => {
    const { x, y, width, height } = barOf(places, top, i)(places.isPhone ? 1 : 0.7);
    const middle = middles[i] as number;
    return svg`
      <rect class="unknown" x=${x} y=${y} width=${width} height=${height} rx="3" />
      ${places.isPhone ? label(middle - places.rows.bar / 2, top + base + score, svg`${keyName(i)} ?`, 'key followed') : svg`${label(middle, y + height / 2, '?', 'middle moment')} ${label(middle, top + base + score, keyName(i), 'middle key followed')}`}`;
  })}`;
}

export function draw(scene: ArrowsScene, view: Parts, layout: Layout) {
  const { places, height, hasUnitsOnly } = placed(view, layout);
  return html`
    <svg viewBox="0 0 ${places.width} ${height}" class="scoring">
      ${hasUnitsOnly ? nothing : svg`${plane(scene, view, places)} ${rows(scene, view, places)}`}
      ${shown(view.units, () => units(scene, places))}
      ${shown(view.axis, () => axis(scene, view, places))}
    </svg>`;
}

const HEIGHT = 560;
/** The decrease in opacity of keys whose hidden units the figure does not show. */
const OTHERS = 0.6;
/** On a phone, the distance from the top of the last row to the end of the figure, and the height of a note below. */
const BELOW = 42;
const NOTE = 20;
/** The height of a figure on a phone that shows the hidden units in place of the plane and the rows. */
const UNITS = 200;

/** The geometry and height of the figure. On a phone, the height depends on what is shown. */
function placed(view: Parts, layout: Layout) {
  const places = PLACES[layout];
  if (!places.isPhone) return { places, height: HEIGHT, hasUnitsOnly: false };
  const hasUnitsOnly = view.units > 0.5;
  const last = places.rows.tops[view.network > 0 ? 2 : 1] as number;
  const height = last + BELOW + (view.before + view.trained > 0 ? NOTE : 0);
  return { places, height: hasUnitsOnly ? UNITS : height, hasUnitsOnly };
}

function plane(scene: ArrowsScene, view: Parts, places: Places) {
  const { numbers, i18n } = scene;
  const { query, keys, unturned, distances, extreme } = numbers;
  // Whether the query's name is beside its tip. In the wide layout, it is not if distances (`lines`) are shown there.
  const isAside = places.isPhone ? view.trained > 0.5 : view.lines < 0.5;
  const arrow = (part: string, role: 'query' | 'key', tip: readonly number[], name?: string) =>
    vectorMark(places.plane, {
      ...{ part, role, tip, isAside: role === 'query' && isAside },
      ...(name === undefined ? {} : { name }),
    });
  // On a phone, there is no room for the second key's distance, which does not change.
  const distance = (i: number) => (places.isPhone && i === 1 ? '' : decimal(scene, distances[i]));
  /** While the figure shows the hidden units of one key, the arrows of the other keys are dim. */
  const share = (i: number) => 1 - (i === FOLLOWED ? 0 : OTHERS * view.units);
  return svg`
    ${planeMark(places.plane, (x) => i18n.number(x))}
    ${shown(view.before, () => svg`${unturned.keys.map((key) => arrow('before', 'key', key))} ${arrow('before', 'query', unturned.query)}`)}
    ${shown(
      view.lines,
      () =>
        svg`<g data-part="lines">${keys.map((key, i) => apartMark(places.plane, query, key, distance(i), i === 0 ? 0.7 : 0.5))}</g>`,
    )}
    ${KEYS.map((i) => shown(share(i), () => arrow(keyPart(i), 'key', keys[i] ?? [], keyName(i))))}
    ${shown(view.extreme, () => arrow('extreme', 'key', extreme.key, keyName(KEYS.length)))}
    ${arrow('query', 'query', query, 'q')}`;
}

/** The two hidden units of the key `FOLLOWED`, with a column for each step of their computation. */
function units(scene: ArrowsScene, places: Places) {
  const { numbers, t } = scene;
  const { columns, tops, cell, size } = places.units;
  const [width, height] = cell;
  const key = keyName(FOLLOWED);
  const of = (rows: readonly (readonly number[])[]) => rows[FOLLOWED] ?? [];
  const lists: readonly [part: string, role: Role, title: unknown, list: readonly number[]][] = [
    ['projected', 'query', svg`${nameOf(W, 'Q')} ${q}`, numbers.projected.query],
    ['projected', 'key', svg`${nameOf(W, 'K')} ${key}`, of(numbers.projected.keys)],
    ['sums', 'score', t('units.sum'), of(numbers.sums)],
    ['outputs', 'score', TANH, of(numbers.units)],
    ['factors', 'word', v, numbers.v],
    ['products', 'score', t('units.product'), of(numbers.products)],
  ];
  const SIGNS = ['+', '=', '', '×', '='];
  // On a phone, there is no space for the products.
  const drawn = places.isPhone ? lists.slice(0, 5) : lists;
  return svg`${drawn.map(([part, role, title, list], i) => {
    const x = columns[i % columns.length] as number;
    const y = tops[Math.floor(i / columns.length)] as number;
    const isLast = i % columns.length === columns.length - 1;
    return svg`
      ${label(x + width / 2, y - 20, title, `middle title ${role === 'word' ? '' : role}`)}
      ${matrixMark({ part, role, rows: list.map((value) => [value]), x, y, cell, share: 1, size, write: (value) => decimal(scene, value, part === 'outputs' ? 3 : 2), most: 0 })}
      ${isLast ? nothing : label(x + width + (places.isPhone ? 10 : 17), y + height, SIGNS[i], 'middle title')}`;
  })}
  ${total(scene, places)}`;
}

function total(scene: ArrowsScene, places: Places) {
  const { numbers, t } = scene;
  const { columns, tops, cell } = places.units;
  const [width, height] = cell;
  const y = (tops.at(-1) as number) + 2 * height + (places.isPhone ? 20 : 26);
  const right = places.isPhone ? places.width - 22 : (columns.at(-1) as number) + width;
  return svg`
    ${label(right - 84, y, t('units.score', { key: keyName(FOLLOWED) }), 'end quiet')}
    ${label(right, y, decimal(scene, numbers.network.scores[FOLLOWED]), 'end score number-of-moment')}`;
}

/** The length of the axis divided by the length of the range between the bounds. */
const ROOM = 1.12;
/** The smallest distance between the names of two points, in units of the view box. */
const APART = 24;

/** The x of each point's name. A name closer than `APART` to the name on its left moves to the right. */
function namesAt(points: readonly number[]): readonly number[] {
  const names = [...points];
  const order = points.map((_, i) => i).sort((i, j) => (points[i] ?? 0) - (points[j] ?? 0));
  let free = Number.NEGATIVE_INFINITY;
  for (const i of order) {
    names[i] = Math.max(points[i] ?? 0, free);
    free = names[i] + APART;
  }
  return names;
}

/** The scores of the network on an axis, between the bounds that no score exceeds. */
function axis(scene: ArrowsScene, view: Parts, places: Places) {
  const { numbers } = scene;
  const { across, y } = places.axis;
  const { bound, network, extreme } = numbers;
  const middle = across[0] + across[1] / 2;
  const unit = across[1] / 2 / Math.max(bound * ROOM, 1);
  const x = (score: number) => middle + unit * score;
  const end = (score: number, text: string) => svg`
    <path class="tangent" d="M${x(score)} ${y - 13} v26" />
    ${label(x(score), y + 25, text, 'middle moment')}`;
  const names = namesAt([...network.scores, extreme.score].map(x));
  const point = (part: string, i: number, score: number) => svg`
    <g data-part=${part} class="score">
      <circle class="pixel" cx=${x(score)} cy=${y} r="6" />
      ${label(names[i] ?? 0, y - 19, keyName(i), 'middle key followed')}
    </g>`;
  return svg`
    <g data-part="axis">
      <path class="axis" d="M${across[0]} ${y} h${across[1]} M${middle} ${y - 5} v10" />
      ${label(middle, y + 22, scene.i18n.number(0), 'middle tick quiet')}
    </g>
    ${shown(view.bound, () => svg`<g data-part="bound">${end(-bound, decimal(scene, -bound))} ${end(bound, decimal(scene, bound))}</g>`)}
    ${shown(view.unbound, () => svg`${end(-ROOM * bound, '?')} ${end(ROOM * bound, '?')}`)}
    ${network.scores.map((score, i) => point(`axis${i}`, i, score))}
    ${shown(view.extreme, () => point('extreme', network.scores.length, extreme.score))}`;
}
