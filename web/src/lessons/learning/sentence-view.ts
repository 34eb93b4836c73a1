// SPDX-License-Identifier: MIT
// A sentence in the trained model: where its last word looks, and which words can follow.
import { type SVGTemplateResult, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { type BandsMark, bandsMark, placeWords, topOf } from '../../marks/sentence.ts';
import type { Sentence } from './numbers.ts';
import type { LearningScene } from './parts.ts';

const PLACES = {
  wide: {
    left: 30,
    width: 640,
    y: 236,
    room: 150,
    size: 28,
    top: 340,
    step: 46,
    from: 190,
    bars: 420,
  },
  phone: {
    left: 20,
    width: 350,
    y: 160,
    room: 86,
    size: 22,
    top: 224,
    step: 32,
    from: 118,
    bars: 180,
  },
} as const;

export const sentenceHeight = 372;

/** How many of the words that can follow are shown. */
const SHOWN = 5;

export function sentence(
  scene: LearningScene,
  { words, weights, next }: Sentence,
  layout: Layout,
): SVGTemplateResult {
  const { t, i18n } = scene;
  const { left, width, y, room, size, top, step, from: start, bars } = PLACES[layout];
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
