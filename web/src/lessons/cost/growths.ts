// SPDX-License-Identifier: MIT
// What doubles if the text doubles, and what grows fourfold: a bar for the text, and one for twice the text.
import { type SVGTemplateResult, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { Amount } from './lengths.ts';
import { amountText, type CostScene, filled, hollow, short } from './parts.ts';

interface Places {
  /** The left end of the names and of the bars, the length of the first bar, and the right end of the factors. */
  readonly names: number;
  readonly bars: number;
  readonly unit: number;
  readonly right: number;
  /** The first row, the height of a row and of a bar, and the gap between the two groups. */
  readonly top: number;
  readonly step: number;
  readonly height: number;
  readonly gap: number;
}

const PLACES: Readonly<Record<Layout, Places>> = {
  wide: {
    ...{ names: 20, bars: 300, unit: 92, right: 744 },
    ...{ top: 74, step: 70, height: 17, gap: 44 },
  },
  phone: {
    ...{ names: 16, bars: 208, unit: 29, right: 378 },
    ...{ top: 40, step: 52, height: 12, gap: 34 },
  },
};

const FORMULAS = { matrices: '12nd²', pairs: '2n²d', work: '12nd² + 2n²d' } as const;

type Draw = (x: number, y: number, size: number, isTwice: boolean) => SVGTemplateResult;

export function growths(scene: CostScene, layout: Layout): SVGTemplateResult {
  const { numbers, t } = scene;
  const { now, twice, growth } = numbers;
  const places = PLACES[layout];
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

/** The height on a phone. */
export const growthsHeight = 392;
