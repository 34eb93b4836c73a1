// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { type BandsMark, bandsMark, placeWords, topOf } from '../../marks/sentence.ts';
import { letters, lettersHeight } from './letters-view.ts';
import { list, listHeight } from './list-view.ts';
import type { Sentence } from './numbers.ts';
import type { LearningScene, Parts } from './parts.ts';

const LAYERS = {
  wide: { left: 40, step: 45, y: 300, gap: 22, room: 170, size: 24 },
  phone: { left: 16, step: 23.8, y: 164, gap: 15, room: 84, size: 18 },
} as const;

const layersHeight = 302;

/** Above the list: a letter's weights in layer 2. Below it: its target's weights in layer 1. */
function layers(scene: LearningScene, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const { symbols } = numbers.list;
  const { place, target, first, second } = numbers.copying;
  const { left, step, y, gap, room, size } = LAYERS[layout];
  const middles = symbols.map((_, i) => left + i * step);
  const row = { words: symbols, middles, size };
  const above: BandsMark = {
    ...{ part: 'second', row, from: place, weights: second, y: y - gap - 8, side: -1, room },
  };
  const below: BandsMark = {
    ...{ part: 'first', row, from: target, weights: first },
    ...{ y: y + gap + 8, side: 1, room: room * 0.6 },
  };
  const [from, to] = [symbols[place] ?? '', symbols[target] ?? ''];
  const before = target - 1;
  const box = (i: number, kind: string) => svg`
    <rect class=${kind} x=${(middles[i] ?? 0) - step * 0.44} y=${y - gap + 3} width=${step * 0.88} height=${2 * gap - 6} rx="6" />`;
  const title = (layer: 'first' | 'second', one: string, other = '', weight = 0) =>
    t(`layers.${layer}`, { from: one, to: other, share: shareText(i18n, weight) });
  const edge = left - 8;
  return svg`
    ${label(edge, y - gap - room - (layout === 'wide' ? 56 : 40), title('second', from, to, second[target]), 'title')}
    ${bandsMark(above)}
    <g data-part="place">${box(place, 'row')}</g>
    <g data-part="target">${box(target, 'unknown')}</g>
    ${symbols.map((symbol, i) => svg`<text x=${middles[i]} y=${y} class="word sized middle ${i === place || i === target ? 'followed' : ''}" font-size=${size}>${symbol}</text>`)}
    ${bandsMark(below)}
    ${label((middles[target] ?? 0) + step * 1.4, y + gap + (layout === 'wide' ? 70 : 52), title('first', to, symbols[before], first[before]), 'title')}`;
}

const WORTH = {
  wide: { name: 160, from: 174, width: 490, top: 92, step: 68, height: 34 },
  phone: { name: 128, from: 136, width: 180, top: 46, step: 41, height: 22 },
} as const;

const worthHeight = 322;

/** Bars for the accuracy of the whole model and of models without one part: measured in advance, and on this device. */
function worth(scene: LearningScene, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const { name: end, from, width, top, step, height } = WORTH[layout];
  return svg`
    ${label(from, top - step * 0.72, t('worth.right'), 'quiet')}
    ${numbers.worth.map(({ name, measured, own }, i) => {
      const y = top + i * step;
      return svg`
        <g data-part=${name}>
          ${label(end, y, t(`worth.${name as 'whole'}`), 'end')}
          ${own === undefined ? nothing : svg`<rect class="bar" x=${from} y=${y - height / 2} width=${Math.max(1.5, width * own)} height=${height} rx="2" />`}
          <rect class="drop" x=${from} y=${y - height / 2} width=${width * measured} height=${height} rx="2" />
          ${label(from + width * Math.max(measured, own ?? 0) + 10, y, shareText(i18n, own ?? measured), own === undefined ? '' : 'moment')}
        </g>`;
    })}`;
}

const SENTENCE = {
  wide: {
    ...{ left: 30, width: 640, y: 236, room: 150, size: 28 },
    ...{ top: 340, step: 46, from: 190, bars: 420 },
  },
  phone: {
    ...{ left: 20, width: 350, y: 160, room: 86, size: 22 },
    ...{ top: 224, step: 32, from: 118, bars: 180 },
  },
} as const;

const sentenceHeight = 372;

/** The number of most probable next words that are shown. */
const SHOWN = 5;

function sentence(scene: LearningScene, { words, weights, next }: Sentence, layout: Layout) {
  const { t, i18n } = scene;
  const { left, width, y, room, size, top, step, from: start, bars } = SENTENCE[layout];
  const row = placeWords(words, left, width, size);
  const from = words.length - 1;
  const to = weights.indexOf(Math.max(...weights));
  const mark: BandsMark = {
    ...{ part: 'looks', row, from, weights, y: y - size * 1.15, side: -1, room },
  };
  const [x, above] = topOf(mark, to);
  return svg`
    ${bandsMark(mark)}
    ${to === from ? '' : label(x, above - 22, shareText(i18n, weights[to]), 'middle moment halo weight')}
    <g data-part="words">
      ${words.map((word, i) => svg`<text x=${row.middles[i]} y=${y} class="word sized middle ${i === from || i === to ? 'followed' : ''}" font-size=${row.size}>${word}</text>`)}
    </g>
    ${label(left, top - step * 0.9, t('next'), 'title')}
    <g data-part="next">
      ${next.slice(0, SHOWN).map(({ word, probability }, i) => {
        const middle = top + i * step;
        return svg`
          ${label(start - 12, middle, word, 'word end')}
          <rect class="bar" x=${start} y=${middle - step * 0.28} width=${Math.max(1.5, bars * probability)} height=${step * 0.56} rx="2" />
          ${label(start + bars * probability + 8, middle, shareText(i18n, probability), '')}`;
      })}
    </g>`;
}

function phoneHeight(view: Parts): number {
  if (view.letters > 0.5) return lettersHeight(view);
  if (view.list > 0.5) return listHeight;
  if (view.layers > 0.5) return layersHeight;
  return view.sentence > 0.5 ? sentenceHeight : worthHeight;
}

export function draw(scene: LearningScene, view: Parts, layout: Layout) {
  const own = scene.numbers.sentence;
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="learning">
      ${shown(view.letters, () => letters(scene, view, layout))}
      ${shown(view.list, () => list(scene, layout))}
      ${shown(view.layers, () => layers(scene, layout))}
      ${own === undefined ? nothing : shown(view.sentence, () => sentence(scene, own, layout))}
      ${shown(view.worth, () => worth(scene, layout))}
    </svg>`;
}
