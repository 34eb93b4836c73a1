// SPDX-License-Identifier: MIT
// The changes of the outputs of attention and of the feed-forward part if one word is removed from their input.
import { nothing, svg } from 'lit';
import { label } from '../../marks/label.ts';
import type { Removal } from './compute.ts';
import type { BlockScene } from './parts.ts';

type Side = 'attention' | 'network';
const SIDES = ['attention', 'network'] as const;

const THICKEST = 22;
const THINNEST = 1.6;
/** The minimum length of a bar, so that every word that changes is visible. */
const SHORTEST = 4;

/** A bar for each word whose numbers change. The longest bar is `width` long. */
function bars(list: readonly number[], x: number, y: number, width: number, step: number) {
  const most = Math.max(...list) || 1;
  return svg`
    <path class="axis" d="M${x} ${y} v${step * list.length}" />
    ${list.map((change, i) =>
      change > 0
        ? svg`<rect class="bar" x=${x} y=${y + i * step + 4} width=${Math.max(SHORTEST, (width * change) / most)} height=${step - 8} rx="2" />`
        : nothing,
    )}`;
}

const heading = ({ t }: BlockScene, { changed, before }: Removal, side: Side) =>
  t('changed', { count: changed[side], all: before.length });

const wordsAt = (words: readonly string[], index: number, x: number, y: number, step: number) =>
  words.map((word, i) =>
    label(x, y + (i + 0.5) * step, word, `word small end ${i === index ? 'followed' : ''}`),
  );

const ROOM = 212;

/** Two panels: attention, with bands from the removed word to later words; the feed-forward part, a lane per word. */
export function wideRemoval(scene: BlockScene, words: readonly string[], removal: Removal) {
  const { index, before, weights } = removal;
  const step = Math.min(30, ROOM / words.length);
  const [from, to] = [412, 540];
  const middle = (y: number, i: number) => y + (i + 0.5) * step;
  const bands = (y: number) =>
    weights.map((weight, i) =>
      i < index
        ? nothing
        : svg`<path class=${weight < 0.05 ? 'band thin' : 'band'} stroke-width=${Math.max(THINNEST, THICKEST * weight)}
            d="M${from} ${middle(y, index)} C${from + 70} ${middle(y, index)} ${to - 70} ${middle(y, i)} ${to} ${middle(y, i)}" />`,
    );
  const lanes = (y: number) =>
    words.map(
      (_, i) => svg`
        <path class=${i === index ? 'tangent' : 'axis'} d="M${from} ${middle(y, i)} H${to}" />
        <rect class="box" x=${(from + to) / 2 - 24} y=${middle(y, i) - step / 2 + 3} width="48" height=${step - 6} rx="5" />`,
    );
  return svg`
    ${SIDES.map((side, row) => {
      const y = 72 + 286 * row;
      return svg`
        ${label(262, y - 28, scene.t(`through.${side}`), 'title')}
        ${label(750, y - 28, heading(scene, removal, side), 'end moment')}
        ${wordsAt(words, index, 338, y, step)}
        <g data-part="removed">${bars(before, 348, y, 52, step)}</g>
        <g data-part=${side}>${side === 'attention' ? bands(y) : lanes(y)}</g>
        <g data-part="changes" class="output">${bars(removal[side], to + 8, y, 190, step)}</g>`;
    })}`;
}

export const removalHeight = (words: number): number => 84 + 24 * words;

/** Three columns of bars for each word's change: in the input, after attention, and after the feed-forward part. */
export function phoneRemoval(scene: BlockScene, words: readonly string[], removal: Removal) {
  const { index, before } = removal;
  const [y, step] = [72, 24];
  return svg`
    ${wordsAt(words, index, 72, y, step)}
    <g data-part="removed">${bars(before, 82, y, 32, step)}</g>
    ${SIDES.map((side, column) => {
      const x = 136 + 128 * column;
      return svg`
        <g data-part=${side}>
          ${label(x, 22, scene.t(`part.${side}`), 'title')} ${label(x, 48, `${removal.changed[side]} / ${before.length}`, 'moment')}
        </g>
        <g data-part="changes" class="output">${bars(removal[side], x, y, 110, step)}</g>`;
    })}`;
}
