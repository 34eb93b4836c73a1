// SPDX-License-Identifier: MIT
// The keys and values that each step of writing computes, without a cache and with one.
import { type SVGTemplateResult, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { amountText, type CostScene } from './parts.ts';

interface Places {
  /** The left ends of the two staircases, the first row, and the sides of a cell. */
  readonly lefts: readonly [without: number, within: number];
  readonly top: number;
  readonly cell: readonly [width: number, height: number];
  /** The lines of the title above a staircase and of the memory below it. */
  readonly titles: readonly [name: number, count: number];
  readonly memory: readonly [x: number, y: number];
}

const PLACES: Readonly<Record<Layout, Places>> = {
  wide: {
    lefts: [112, 448],
    top: 132,
    cell: [36, 40],
    titles: [58, 94],
    memory: [112, 510],
  },
  phone: {
    lefts: [76, 236],
    top: 78,
    cell: [17.5, 25],
    titles: [18, 48],
    memory: [16, 308],
  },
};

const AIR = 4;

export function cache(scene: CostScene, layout: Layout): SVGTemplateResult {
  const { numbers, state, t } = scene;
  const { lefts, top, cell, titles, memory } = PLACES[layout];
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

/** The height on a phone. */
export const cacheHeight = 352;
