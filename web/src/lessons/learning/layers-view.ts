// SPDX-License-Identifier: MIT
// The list with the weights of two layers: above it those of a letter in layer 2, below it those in layer 1 of the letter
// that should be found.
import { type SVGTemplateResult, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { type BandsMark, bandsMark } from '../../marks/sentence.ts';
import type { LearningScene } from './parts.ts';

const PLACES = {
  wide: { left: 40, step: 45, y: 300, gap: 22, room: 170, size: 24 },
  phone: { left: 16, step: 23.8, y: 164, gap: 15, room: 84, size: 18 },
} as const;

export const layersHeight = 302;

export function layers(scene: LearningScene, layout: Layout): SVGTemplateResult {
  const { numbers, t, i18n } = scene;
  const { symbols } = numbers.list;
  const { place, target, first, second } = numbers.copying;
  const { left, step, y, gap, room, size } = PLACES[layout];
  const middles = symbols.map((_, i) => left + i * step);
  const row = { words: symbols, middles, size };
  const above: BandsMark = {
    ...{ part: 'second', row, from: place, weights: second, y: y - gap - 8, side: -1, room },
  };
  const below: BandsMark = {
    ...{
      part: 'first',
      row,
      from: target,
      weights: first,
      y: y + gap + 8,
      side: 1,
      room: room * 0.6,
    },
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
