// SPDX-License-Identifier: MIT
// The scores and weights of the three functions, one row below the other.
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label, nameOf, shown } from '../../marks/label.ts';

import { type ArrowsScene, decimal, KEYS, keyName, type Parts, type Places } from './parts.ts';
import type { Scored } from './scored.ts';

const ROWS = ['dot', 'distance', 'network'] as const;
type Row = (typeof ROWS)[number];

/** The opacity of the weights that are not the largest of their row. */
const OTHERS = 0.45;
/** The height of a bar on a phone, where bars lie, and the distance of the lines of a row. */
const LYING = 8;
const LINE = 19;

const [q, k, W, TANH] = ['q', 'k', 'W', 'v · tanh'];
const FORMULAS = {
  dot: svg`${q} · ${k}`,
  distance: svg`−½ ‖${q} − ${k}‖²`,
  network: svg`${TANH}(${nameOf(W, 'Q')} ${q} + ${nameOf(W, 'K')} ${k})`,
};
/** The whole formula of the network is too long for a phone. */
const PHONE_FORMULAS = { ...FORMULAS, network: svg`${TANH}(…)` };

export function rows(scene: ArrowsScene, view: Parts, places: Places): SVGTemplateResult {
  return svg`${ROWS.map((name, at) => shown(view[name], () => row(scene, view, places, name, at)))}`;
}

function row(
  scene: ArrowsScene,
  view: Parts,
  places: Places,
  name: Row,
  at: number,
): SVGTemplateResult {
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

/** The formula beside the name of a function, or on a phone below it if there is room. */
const formula = (name: Row, top: number, { isPhone, rows: { across } }: Places) =>
  isPhone
    ? label(across[0], top + LINE, PHONE_FORMULAS[name], 'quiet')
    : label(across[0] + across[1], top, FORMULAS[name], 'quiet end');

const found = ({ numbers, i18n, t }: ArrowsScene, name: Row): string => {
  const { dot, distance, bias } = numbers.trained.found;
  return t('row.found', { share: i18n.percent({ dot, distance, network: bias }[name], 1) });
};

/** The place of a key's bar of a length from 0 to 1: upright, or lying on a phone. */
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
    return svg`<rect class="pixel" x=${x} y=${y} width=${width} height=${height} rx="2" fill-opacity=${i === best ? 1 : OTHERS} />`;
  });

/** The bars, and for each its weight and its score. `beside` contains the weights of bars that are outlined there. */
function weights(
  scene: ArrowsScene,
  places: Places,
  top: number,
  { scores, weights: list, best }: Scored,
  beside: readonly number[],
): SVGTemplateResult {
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

/** Bars that are only outlined, to compare with the others, and what they are. */
function outlined(
  places: Places,
  top: number,
  list: readonly number[],
  text: string,
): SVGTemplateResult {
  const { across, base, score } = places.rows;
  return svg`
    <g class="weight">${list.map((weight, i) => {
      const { x, y, width, height } = barOf(places, top, i)(weight);
      return svg`<rect class="frame" x=${x} y=${y} width=${width} height=${height} rx="2" />`;
    })}</g>
    ${label(across[0], top + base + (places.isPhone ? 18 : score + 24), text, 'quiet')}`;
}

/** The network that is trained with a bias, and outlined the one without. */
function trained(scene: ArrowsScene, places: Places, top: number): SVGTemplateResult {
  const { numbers, i18n, t } = scene;
  const { bias, bare, found } = numbers.trained;
  const note = t('row.bare', { share: i18n.percent(found.bare, 1) });
  return svg`
    ${weights(scene, places, top, bias, bare.weights)} ${outlined(places, top, bare.weights, note)}`;
}

/** The places of weights that the reader is asked for. */
function unknown(places: Places, top: number): SVGTemplateResult {
  const { middles, base, score } = places.rows;
  return svg`${KEYS.map((i) => {
    const { x, y, width, height } = barOf(places, top, i)(places.isPhone ? 1 : 0.7);
    const middle = middles[i] as number;
    return svg`
      <rect class="unknown" x=${x} y=${y} width=${width} height=${height} rx="3" />
      ${places.isPhone ? label(middle - places.rows.bar / 2, top + base + score, svg`${keyName(i)} ?`, 'key followed') : svg`${label(middle, y + height / 2, '?', 'middle moment')} ${label(middle, top + base + score, keyName(i), 'middle key followed')}`}`;
  })}`;
}
