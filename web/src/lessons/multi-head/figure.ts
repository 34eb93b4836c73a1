// SPDX-License-Identifier: MIT

import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { type ColumnsMark, columnsMark, endOf } from '../../marks/columns.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { type BandsMark, bandsMark, placeWords, type Row as Words } from '../../marks/sentence.ts';
import { countView } from './count-view.ts';
import { crossView } from './cross-view.ts';
import type { Row, Sentence } from './heads.ts';
import { joinView } from './join-view.ts';
import { narrowView } from './narrow-view.ts';
import { nextView } from './next-view.ts';
import { decimal, type HeadsScene, type Parts, shownWord } from './parts.ts';
import { phone, phoneHeight } from './phone.ts';

const at = (from: number, to: number, share: number): number => from + (to - from) * share;

export function draw(scene: HeadsScene, view: Parts, layout: Layout) {
  const { sentence } = scene.numbers;
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="multi-head">
      ${sentence === undefined ? nothing : layout === 'wide' ? wide(scene, sentence, view) : phone(scene, sentence, view)}
    </svg>`;
}

function wide(scene: HeadsScene, sentence: Sentence, view: Parts) {
  const { row: own } = scene.numbers;
  const words = sentence.words.map((word) => shownWord(scene, word));
  const row = placeWords(words, 20, 720, 26);
  const y = at(290, 60, view.top);
  return svg`
    ${shown(view.heads, () => bothHeads(scene, sentence, row, y, at(190, 96, view.next)))}
    ${own ? shown(view.scores, () => scores(scene, own, row, y)) : nothing}
    ${own ? shown(view.weights, () => weights(scene, own, row, y)) : nothing}
    ${own ? shown(view.unknown, () => unknown(own, row, y)) : nothing}
    ${shown(view.sentence, () => sentenceMark(sentence, row, y, view))}
    ${shown(view.join, () => joinView(scene, sentence, 'wide'))}
    ${shown(view.count, () => countView(scene, scene.numbers.count, 'wide'))}
    ${shown(view.narrow, () => narrowView(scene, sentence, 'wide'))}
    ${shown(view.next, () => nextView(scene, sentence, { left: 20, from: 250, width: 360, top: 352, step: 82 }))}
    ${shown(view.cross, () => crossView(scene, sentence.cross, 'wide'))}`;
}

/** Draws the words. The chosen word and the words with the largest weights are emphasised. */
function sentenceMark({ from, heads, narrow }: Sentence, row: Words, y: number, view: Parts) {
  const isNarrow = view.narrow > 0.5;
  const found = isNarrow ? [narrow.first] : heads.map((head) => head.found);
  return svg`${row.words.map((word, i) => {
    const kind = i === from ? 'from' : found.includes(i) ? 'to' : '';
    return svg`<text class="word sized middle ${kind} ${isNarrow ? 'roles' : ''}" x=${row.middles[i]} y=${y} font-size=${row.size}>${word}</text>`;
  })}`;
}

/** The width of a weight's label, in units of the view box. Only a band that spans more contains its label. */
const LABEL = 130;

/** The label of the largest weight, at the foot of its band: inside if the band is wide enough, else outside. */
function bandLabel({ row, from, y, side }: BandsMark, to: number, text: string) {
  const [start = 0, end = 0] = [row.middles[from], row.middles[to]];
  // The band of a word to itself is a loop. There is free space on its right, but not beside the last word.
  if (to === from)
    return from < row.words.length - 1
      ? label(start + 50, y + side * 75, text, 'weight moment')
      : label(start - 22, y + side * 142, text, 'weight moment middle');
  const isInside = Math.abs(start - end) > LABEL;
  const gap = 28;
  const isRight = isInside || end - gap < LABEL / 2;
  return label(
    end + (isRight ? gap : -gap),
    y + side * 12,
    text,
    `weight moment ${isRight ? '' : 'end'}`,
  );
}

/** The weights of the chosen word in two heads: one above the words, one below. */
function bothHeads(
  scene: HeadsScene,
  { from, heads }: Sentence,
  row: Words,
  y: number,
  room: number,
) {
  const { t, i18n } = scene;
  return svg`${heads.map((head, i) => {
    const side = i === 0 ? -1 : 1;
    const part = i === 0 ? 'first' : 'second';
    const mark: BandsMark = {
      part,
      row,
      from,
      weights: head.weights,
      side,
      room,
      y: y + side * 20,
    };
    return svg`
      ${bandsMark(mark)}
      ${label(20, y + side * (room + 40), t('head', { head: i + 1 }), 'title')}
      ${bandLabel(mark, head.found, shareText(i18n, head.most))}`;
  })}`;
}

const COLUMN = 34;
const MOST_SCORE = 30;

const scoresMark = (row: Row, words: Words, y: number): ColumnsMark => ({
  ...{ part: 'scores', role: 'score', list: row.scores, middles: words.middles, width: COLUMN },
  ...{ base: y - 30, height: 170, most: MOST_SCORE, side: -1 },
});

const weightsMark = (row: Row, words: Words, y: number): ColumnsMark => ({
  ...{ part: 'weights', role: 'weight', list: row.weights, middles: words.middles, width: COLUMN },
  ...{ base: y + 30, height: 190, most: 1, side: 1 },
});

function scores(scene: HeadsScene, row: Row, words: Words, y: number) {
  const mark = scoresMark(row, words, y);
  return svg`
    ${label(20, 40, scene.t('row.scores'), 'title score')} ${label(20, 62, scene.t('row.scoresNote'), 'quiet')}
    ${columnsMark(mark)}
    ${row.scores.map((score, i) => label(words.middles[i] ?? 0, endOf(mark, i) - 14, decimal(scene, score, 0), 'score middle'))}`;
}

function weights(scene: HeadsScene, row: Row, words: Words, y: number) {
  const { t, i18n } = scene;
  const mark = weightsMark(row, words, y);
  return svg`
    ${columnsMark(mark)}
    ${row.weights.map((weight, i) =>
      row.pair.includes(i)
        ? label(
            words.middles[i] ?? 0,
            endOf(mark, i) + 18,
            shareText(i18n, weight),
            'weight moment middle',
          )
        : nothing,
    )}
    ${label(20, y + 252, t('row.sum', { sum: i18n.percent(row.sum, 0) }), 'weight moment')}`;
}

/** Question marks in place of the weights that the reader must guess. */
const unknown = ({ pair }: Row, { middles }: Words, y: number) => svg`
  ${pair.map(
    (i) => svg`
      <path class="unknown" d="M${middles[i]} ${y + 28} V${y + 90}" />
      <circle class="unknown" cx=${middles[i]} cy=${y + 115} r="25" /> ${label(middles[i] ?? 0, y + 116, '?', 'middle moment')}`,
  )}`;
