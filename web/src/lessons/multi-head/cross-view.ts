// SPDX-License-Identifier: MIT
// Cross-attention: queries from the words of one text, keys from the words of the other.

import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { bandWidth, placeWords } from '../../marks/sentence.ts';
import type { Cross } from './heads.ts';
import { type HeadsScene, shownWord } from './parts.ts';

const LEAST = 0.002;
const THIN = 0.03;
/** The opacity of the bands of all querying words except the last one. */
const DIM = 0.4;

const bands = (
  { weights, asking }: Cross,
  path: (from: number, to: number, width: number) => string,
) => svg`
  <g data-part="cross" class="bands">${weights.map(
    (row, i) => svg`
      <g opacity=${i === asking.length - 1 ? 1 : DIM}>${row.map((weight, j) =>
        weight < LEAST
          ? nothing
          : svg`<path class=${weight < THIN ? 'band thin' : 'band'} d=${path(i, j, bandWidth(weight))} stroke-width=${bandWidth(weight)} />`,
      )}</g>`,
  )}</g>`;

export function crossView(scene: HeadsScene, cross: Cross, layout: Layout) {
  const asking = cross.asking.map((word) => shownWord(scene, word));
  const asked = cross.asked.map((word) => shownWord(scene, word));
  const named = { ...cross, asking, asked };
  return layout === 'wide' ? wide(scene, named) : phone(scene, named);
}

/** For the last querying word: the index of the word with the largest weight, and this weight. */
function foundIn({ weights }: Cross): readonly [to: number, weight: number] {
  const row = weights.at(-1) ?? [];
  const most = Math.max(...row);
  return [row.indexOf(most), most];
}

const sizeText = ({ t, i18n }: HeadsScene, { asking, asked, scores }: Cross): string =>
  t('cross.scores', { asking: asking.length, asked: asked.length, scores: i18n.integer(scores) });

function wide(scene: HeadsScene, cross: Cross) {
  const { t, i18n } = scene;
  const above = placeWords(cross.asking, 300, 240, 26);
  const below = placeWords(cross.asked, 20, 720, 26);
  const [to, weight] = foundIn(cross);
  const [y, end] = [140, 430];
  const path = (i: number, j: number, width: number) => {
    const [a = 0, b = 0] = [above.middles[i], below.middles[j]];
    const [head, foot] = [y + 20 + width / 2, end - 24 - width / 2];
    return `M${a} ${head} C${a} ${y + 170} ${b} ${end - 170} ${b} ${foot}`;
  };
  const foot = below.middles[to] ?? 0;
  // The label is on the side without the band, if there is room.
  const isLeft = foot > 90 && (above.middles.at(-1) ?? 0) > foot;
  return svg`
    ${bands(cross, path)}
    ${label(20, 96, t('cross.asking'), 'title query')} ${label(20, 120, t('cross.queries'), 'quiet')}
    <g data-part="asking">${cross.asking.map(
      (word, i) =>
        svg`<text class="word sized middle roles from" x=${above.middles[i]} y=${y} font-size=${above.size}>${word}</text>`,
    )}</g>
    <g data-part="asked">${cross.asked.map(
      (word, j) =>
        svg`<text class="word sized middle roles to" x=${below.middles[j]} y=${end} font-size=${below.size}>${word}</text>`,
    )}</g>
    ${label(20, 484, t('cross.asked'), 'title key')} ${label(20, 508, t('cross.keys'), 'quiet')}
    ${label(foot + (isLeft ? -22 : 22), end - 40, shareText(i18n, weight), `weight moment ${isLeft ? 'end' : ''}`)}
    ${label(740, 484, sizeText(scene, cross), 'end score moment')}`;
}

/** On a phone, the texts are two columns. */
function phone(scene: HeadsScene, cross: Cross) {
  const { t, i18n } = scene;
  const [top, height] = [58, 224];
  const line = (i: number, count: number) => top + ((i + 0.5) * height) / count;
  const [to, weight] = foundIn(cross);
  const path = (i: number, j: number, width: number) => {
    const [a, b] = [line(i, cross.asking.length), line(j, cross.asked.length)];
    const [head, foot] = [114 + width / 2, 252 - width / 2];
    return `M${head} ${a} C184 ${a} 184 ${b} ${foot} ${b}`;
  };
  return svg`
    ${label(16, 18, t('cross.asking'), 'title query')} ${label(16, 42, t('cross.queries'), 'quiet')}
    ${label(374, 18, t('cross.asked'), 'title key end')} ${label(374, 42, t('cross.keys'), 'quiet end')}
    ${bands(cross, path)}
    <g data-part="asking">${cross.asking.map((word, i) => label(106, line(i, cross.asking.length), word, 'word query end followed'))}</g>
    <g data-part="asked">${cross.asked.map((word, j) => label(260, line(j, cross.asked.length), word, `word key ${j === to ? 'followed' : ''}`))}</g>
    ${label(374, line(to, cross.asked.length), shareText(i18n, weight), 'weight moment end')}
    ${label(195, top + height + 22, sizeText(scene, cross), 'middle score moment')}`;
}
