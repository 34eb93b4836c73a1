// SPDX-License-Identifier: MIT
// A map of all heads (each a small picture of its weights), the chosen head enlarged, and the loss without each head.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { heatMark } from '../../marks/heat.ts';
import { label, shown } from '../../marks/label.ts';
import { tokenText } from './lens-view.ts';
import { QUOTATION } from './numbers.ts';
import type { Parts, WritingScene } from './parts.ts';

const PLACES = {
  wide: { left: 88, side: 336, gap: 9, name: 78 },
  phone: { left: 66, side: 268, gap: 6, name: 56 },
} as const;

export const mapHeight = { wide: 380, phone: 292 } as const;

export function headMap(scene: WritingScene, view: Parts, layout: Layout, top: number) {
  const { numbers, t, set } = scene;
  const { heads, head: chosen, pieces } = numbers;
  const { left, side, gap, name } = PLACES[layout];
  const across = Math.max(...heads.map(({ head }) => head)) + 1;
  const step = side / Math.max(across, heads.length / across);
  const size = step - gap;
  const first = top + 22;
  const isOff = view.costs > 0.5;
  return svg`
    <g>
      ${heads
        .slice(0, across)
        .map(({ head }) =>
          label(
            left + head * step + size / 2,
            top + 6,
            t('map.head', { head: head + 1 }),
            'middle quiet',
          ),
        )}
      ${heads.map((head) => {
        const [x, y] = [left + head.head * step, first + head.layer * step];
        const isChosen = head.name === chosen.name;
        return svg`
          ${head.head === 0 ? label(name, y + size / 2, layout === 'wide' ? t('map.layer', { layer: head.layer + 1 }) : `${head.layer + 1}`, 'end quiet') : nothing}
          <g class="token" opacity=${isOff && isChosen ? 0.3 : 1} @click=${() => set({ head: head.name }, 'rest')}>
            ${heatMark({
              ...{
                part: isChosen ? 'chosen' : 'map',
                weights: numbers.weights(head),
                least: 0,
                x,
                y,
              },
              ...{ columns: pieces.length, cell: [size / pieces.length, size / pieces.length] },
            })}
            <rect class="grip" x=${x} y=${y} width=${size} height=${size} />
          </g>
          ${isChosen ? svg`<rect class="row" x=${x - 3} y=${y - 3} width=${size + 6} height=${size + 6} rx="5" />` : nothing}
          ${isChosen && isOff ? svg`<path class="row" d="M${x} ${y}l${size} ${size}m0 ${-size}l${-size} ${size}" />` : nothing}`;
      })}
    </g>`;
}

const LARGE = { left: 520, size: 220, names: 512 } as const;
/** The minimum distance between the names of two rows, in units of the view box. */
const NAMED = 13.2;

/** The weights of the chosen head. Each row belongs to an attending token. */
export function large(scene: WritingScene, view: Parts, top: number) {
  const { numbers, t } = scene;
  const { head, pieces, place } = numbers;
  const { left, size, names } = LARGE;
  const cell = size / pieces.length;
  const every = Math.ceil(NAMED / cell);
  const first = top + 76;
  return svg`${shown(
    view.large,
    () => svg`
    ${label(left + size, top + 6, head.name, 'title end')}
    ${label(left + size, top + 30, t(`job.${head.job?.name ?? 'none'}`), 'end')}
    ${label(left + size, first - 16, t('large.to'), 'end key')}
    ${label(left - 8, first - 16, t('large.from'), 'end query')}
    ${heatMark({
      ...{ part: 'large', weights: numbers.weights(head), least: 0, x: left, y: first },
      ...{ columns: pieces.length, cell: [cell, cell] },
    })}
    <g class="query"><rect class="frame" x=${left - 1} y=${first + place * cell - 1} width=${size + 2} height=${cell + 2} rx="2" /></g>
    ${pieces.map(({ text }, i) => {
      // The chosen token has a label. Other tokens have one if there is space.
      const isNear = i !== place && Math.abs(i - place) * cell < NAMED;
      return isNear || (i !== place && i % every > 0)
        ? nothing
        : label(
            names,
            first + (i + 0.5) * cell,
            tokenText(text),
            `word small end ${i === place ? 'followed' : ''}`,
          );
    })}`,
  )}`;
}

const COSTS = {
  wide: { name: 500, left: 512, width: 150, top: 40, step: 19.5 },
  phone: { name: 56, left: 66, width: 230, top: 28, step: 15.5 },
} as const;

export const costsHeight = { wide: 390, phone: 318 } as const;

/** The rise of the loss: without each head on unseen stories (heads.json), and without the chosen head on this text. */
export function costs(scene: WritingScene, view: Parts, layout: Layout, top: number) {
  const { numbers, i18n, t } = scene;
  const { name: end, left, width, top: first, step } = COSTS[layout];
  const { heads, head: chosen } = numbers;
  const most = Math.max(...heads.map(({ cost = 0 }) => cost));
  const isUnknown = (i: number) => view.unknown > 0.5 && i === QUOTATION;
  const gain = (value: number) => i18n.number(value, { decimals: 3 });
  const base = top + first + heads.length * step + 12;
  const from = layout === 'wide' ? end - 26 : 10;
  return svg`
    ${label(from, top + 6, t('costs.title'), 'title')}
    <g data-part="costs">
      ${
        numbers.isOwn
          ? label(left, top + first, t('costs.notMeasured'), 'quiet')
          : heads.map(({ name, cost = 0 }, i) => {
              const y = top + first + i * step;
              const kind = name === chosen.name ? 'followed' : '';
              if (isUnknown(i))
                return svg`${label(end, y, name, `end ${kind}`)} <rect class="drop" x=${left} y=${y - 5.5} width="60" height="12" /> ${label(left + 70, y, '?', 'followed')}`;
              return svg`
                ${label(end, y, name, `end tick ${kind}`)}
                <rect class="bar" x=${left} y=${y - 5.5} width=${Math.max(1.2, (width * Math.max(cost, 0)) / most)} height="11" rx="2" />
                ${label(left + (width * Math.max(cost, 0)) / most + 8, y, gain(cost), `tick ${kind}`)}`;
            })
      }
    </g>
    ${shown(
      1 - view.unknown,
      () => svg`
        <g data-part="own">
          ${chosen.closingCost === undefined ? nothing : label(from, base, t('costs.closing', { name: chosen.name, gain: gain(chosen.closingCost) }))}
          ${label(from, base + 21, t('costs.text', { name: chosen.name, gain: gain(numbers.losses().without - numbers.losses().whole) }))}
        </g>`,
    )}`;
}
