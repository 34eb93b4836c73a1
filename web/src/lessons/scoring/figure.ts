// SPDX-License-Identifier: MIT
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { shown } from '../../marks/label.ts';
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
import { rows } from './rows.ts';
import { axis, units } from './working.ts';

export function draw(scene: ArrowsScene, view: Parts, layout: Layout): TemplateResult {
  const { places, height, hasUnitsOnly } = placed(view, layout);
  return html`
    <svg viewBox="0 0 ${places.width} ${height}" class="scoring">
      ${hasUnitsOnly ? nothing : svg`${plane(scene, view, places)} ${rows(scene, view, places)}`}
      ${shown(view.units, () => units(scene, places))}
      ${shown(view.axis, () => axis(scene, view, places))}
    </svg>`;
}

const HEIGHT = 560;
/** By how much the keys are dim whose hidden units the figure does not show. */
const OTHERS = 0.6;
/** On a phone, the lowest point of the figure from the top of its last row, and the room for a note below it. */
const BELOW = 42;
const NOTE = 20;
/** The height of a figure on a phone that shows the hidden units in place of the plane and the rows. */
const UNITS = 200;

/** Where the parts are. On a phone, the figure ends with its last row. */
function placed(view: Parts, layout: Layout) {
  const places = PLACES[layout];
  if (!places.isPhone) return { places, height: HEIGHT, hasUnitsOnly: false };
  const hasUnitsOnly = view.units > 0.5;
  const last = places.rows.tops[view.network > 0 ? 2 : 1] as number;
  const height = last + BELOW + (view.before + view.trained > 0 ? NOTE : 0);
  return { places, height: hasUnitsOnly ? UNITS : height, hasUnitsOnly };
}

function plane(scene: ArrowsScene, view: Parts, places: Places): SVGTemplateResult {
  const { numbers, i18n } = scene;
  const { query, keys, unturned, distances, extreme } = numbers;
  const arrow = (part: string, role: 'query' | 'key', tip: readonly number[], name?: string) =>
    vectorMark(places.plane, {
      ...{ part, role, tip, isAside: role === 'query' && (!places.isPhone || view.trained > 0.5) },
      ...(name === undefined ? {} : { name }),
    });
  /** While the figure shows the hidden units of one key, the others are dim. */
  const share = (i: number) => 1 - (i === FOLLOWED ? 0 : OTHERS * view.units);
  return svg`
    ${planeMark(places.plane, (x) => i18n.number(x))}
    ${shown(view.before, () => svg`${unturned.keys.map((key) => arrow('before', 'key', key))} ${arrow('before', 'query', unturned.query)}`)}
    ${shown(
      view.lines,
      () =>
        svg`<g data-part="lines">${keys.map((key, i) => apartMark(places.plane, query, key, decimal(scene, distances[i])))}</g>`,
    )}
    ${KEYS.map((i) => shown(share(i), () => arrow(keyPart(i), 'key', keys[i] ?? [], keyName(i))))}
    ${shown(view.extreme, () => arrow('extreme', 'key', extreme.key, keyName(KEYS.length)))}
    ${arrow('query', 'query', query, 'q')}`;
}
