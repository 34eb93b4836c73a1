// SPDX-License-Identifier: MIT
import { html, type SVGTemplateResult, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import type { Amount } from './lengths.ts';
import { amountText, type CostScene, filled, hollow, type Parts, short } from './parts.ts';
import { square, squareHeight } from './square.ts';
import { times, timesHeight } from './times.ts';
import { work, workHeight } from './work.ts';

const CACHE = {
  wide: {
    /** The left ends of the two staircases, the top of the first row, and [width, height] of a cell. */
    ...{ lefts: [112, 448] as const, top: 132, cell: [36, 40] as const },
    /** `titles`: the y of the two title lines above a staircase. `memory`: [x, y] of the text about memory below. */
    titles: [58, 94],
    memory: [112, 510],
  },
  phone: {
    ...{ lefts: [76, 236] as const, top: 78, cell: [17.5, 25] as const },
    titles: [18, 48],
    memory: [16, 308],
  },
} as const;

const AIR = 4;

/** Draws the keys that each step of text generation computes, without and with a cache, as staircases. */
function cache(scene: CostScene, layout: Layout) {
  const { numbers, state, t } = scene;
  const { lefts, top, cell, titles, memory } = CACHE[layout];
  const [width, height] = cell;
  const words = (numbers.written?.words ?? []).slice(0, state.words);
  const stairs = (part: 'repeated' | 'cached', left: number) => svg`
    ${label(left, titles[0], t(`cache.${part}`), layout === 'wide' ? 'title' : 'followed')}
    ${label(left, titles[1], t('cache.keys', { count: numbers.keys[part] }), 'key number-of-moment')}
    <g data-part=${part} class="key">
      ${words.map((_, i) =>
        Array.from({ length: i + 1 }, (_, j) => {
          const isKept = part === 'cached' && j < i;
          return svg`<rect class=${isKept ? 'kept' : 'bar'} x=${left + j * width} y=${top + i * height}
            width=${width - AIR} height=${height - AIR} rx="3" />`;
        }),
      )}
    </g>`;
  const [left, bottom] = memory;
  const values = {
    count: scene.i18n.integer(numbers.now.n),
    bytes: amountText(scene, numbers.now.cache),
  };
  return svg`
    ${words.map((word, i) => label(lefts[0] - 12, top + (i + 0.45) * height, word, 'word end'))}
    ${stairs('repeated', lefts[0])} ${stairs('cached', lefts[1])}
    <g data-part="memory">
      ${label(left, bottom, t('cache.memory', values), 'moment')} ${label(left, bottom + 25, t('cache.layer'), 'quiet')}
    </g>`;
}

const cacheHeight = 352;

const GROWTHS = {
  wide: {
    /** `unit`: the length of a bar for n tokens. `right`: the right end of a text such as "× 4". */
    ...{ names: 20, bars: 300, unit: 92, right: 744 },
    /** `top`: the first row. `step`, `height`: of a row and of a bar. `gap`: between the two groups. */
    ...{ top: 74, step: 70, height: 17, gap: 44 },
  },
  phone: {
    ...{ names: 16, bars: 208, unit: 29, right: 378 },
    ...{ top: 40, step: 52, height: 12, gap: 34 },
  },
};

const FORMULAS = { matrices: '12nd²', pairs: '2n²d', work: '12nd² + 2n²d' } as const;

type Draw = (x: number, y: number, size: number, isTwice: boolean) => SVGTemplateResult;

/** Draws the costs that double if the text doubles, and those that grow fourfold: a bar for n, a bar for 2n tokens. */
function growths(scene: CostScene, layout: Layout) {
  const { numbers, t } = scene;
  const { now, twice, growth } = numbers;
  const places = GROWTHS[layout];
  const { names, bars, unit, right, top, step, height, gap } = places;
  const score = (one: SVGTemplateResult) => svg`<g class="score">${one}</g>`;
  const plain: Draw = (x, y, size) => hollow(x, y, size, height);
  const grey: Draw = (x, y, size) => score(filled(x, y, size, height));
  const role =
    (name: 'key' | 'output'): Draw =>
    (x, y, size) =>
      svg`<g class=${name}><rect class="bar" fill-opacity="0.75" x=${x} y=${y} width=${size} height=${height} /></g>`;
  const both: Draw = (x, y, size, isTwice) => {
    const pairs = size * (isTwice ? twice : now).share;
    return svg`${plain(x, y, size - pairs, isTwice)} ${grey(x + size - pairs, y, pairs, isTwice)}`;
  };
  const range = (from: Amount, to: Amount) =>
    `${amountText(scene, from)} → ${amountText(scene, to)}`;
  const row = (
    id: 'matrices' | 'pairs' | 'work' | 'stored' | 'streamed' | 'cache',
    i: number,
    times: number,
    draw: Draw,
    note: string,
  ) => {
    const y = top + i * step + (i > 2 ? gap : 0);
    return svg`
      <g data-part=${id}>
        ${label(names, y + 6, t(`growths.${id}`), id === 'work' ? 'followed' : '')}
        ${label(names, y + 6 + (layout === 'wide' ? 22 : 19), note, 'quiet')}
        ${draw(bars, y - 3, unit, false)} ${draw(bars, y + height, unit * times, true)}
        ${label(right, y + height - 2, `× ${short(scene, times)}`, `end ${layout === 'wide' ? 'number-of-moment' : 'moment'}`)}
      </g>`;
  };
  const head = (i: number, text: string) =>
    label(names, top + i * step + (i > 2 ? gap : 0) - (layout === 'wide' ? 38 : 24), text, 'title');
  return svg`
    ${head(0, t('growths.layer', { d: scene.i18n.integer(numbers.d) }))}
    ${row('matrices', 0, growth.matrices, plain, FORMULAS.matrices)}
    ${row('pairs', 1, growth.scores, grey, FORMULAS.pairs)}
    ${row('work', 2, growth.work, both, FORMULAS.work)}
    ${head(3, t('growths.memory', { head: numbers.head }))}
    ${row('stored', 3, twice.stored.bytes / now.stored.bytes, grey, range(now.stored, twice.stored))}
    ${row('streamed', 4, twice.streamed.bytes / now.streamed.bytes, role('output'), range(now.streamed, twice.streamed))}
    ${row('cache', 5, twice.cache.bytes / now.cache.bytes, role('key'), range(now.cache, twice.cache))}`;
}

const growthsHeight = 392;

function phoneHeight(view: Parts): number {
  if (view.square > 0.5) return squareHeight(view);
  if (view.work > 0.5) return workHeight;
  if (view.cache > 0.5) return cacheHeight;
  return view.times > 0.5 ? timesHeight : growthsHeight;
}

export const draw = (scene: CostScene, view: Parts, layout: Layout) => html`
  <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="cost">
    ${shown(view.square, () => square(scene, view, layout))}
    ${shown(view.work, () => work(scene, view, layout))}
    ${shown(view.cache, () => cache(scene, layout))}
    ${shown(view.times, () => times(scene, layout))}
    ${shown(view.growths, () => growths(scene, layout))}
  </svg>`;
