// SPDX-License-Identifier: MIT
// The figure on a phone contains only the parts of its step. A sentence is a column with bars beside it.

import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label } from '../../marks/label.ts';
import { countView } from './count-view.ts';
import { crossView } from './cross-view.ts';
import type { Row, Sentence } from './heads.ts';
import { joinView } from './join-view.ts';
import { narrowView } from './narrow-view.ts';
import { nextView } from './next-view.ts';
import { decimal, type HeadsScene, type Parts, shownWord } from './parts.ts';

export function phoneHeight(view: Parts): number {
  if (view.join > 0) return 352;
  if (view.count > 0) return 284;
  if (view.next > 0) return 300;
  if (view.narrow > 0) return 296;
  return view.cross > 0 ? 312 : 270;
}

export function phone(scene: HeadsScene, sentence: Sentence, view: Parts) {
  const { row, count } = scene.numbers;
  if (view.join > 0) return joinView(scene, sentence, 'phone');
  if (view.count > 0) return countView(scene, count, 'phone');
  if (view.narrow > 0) return narrowView(scene, sentence, 'phone');
  if (view.next > 0) return phoneNext(scene, sentence);
  if (view.cross > 0) return crossView(scene, sentence.cross, 'phone');
  return row && view.scores > 0
    ? phoneRow(scene, sentence, row, view)
    : phoneHeads(scene, sentence);
}

const TOP = 38;
const HEIGHT = 226;
/** The x of the middle of the column of words, and the maximum width of a word. */
const MIDDLE = 195;
const WORD = 84;
const LONGEST_BAR = 88;

const lineOf = (i: number, count: number): number => TOP + ((i + 0.5) * HEIGHT) / count;

interface Side {
  readonly part: string;
  readonly role: 'weight' | 'score';
  readonly list: readonly number[];
  readonly most: number;
  readonly write: (value: number, i: number) => string | undefined;
  /** −1 for bars on the left of the words, 1 for bars on the right. */
  readonly side: -1 | 1;
}

function bars({ part, role, list, most, write, side }: Side) {
  const start = MIDDLE + (side * WORD) / 2;
  const thick = Math.min(22, (HEIGHT / list.length) * 0.6);
  return svg`
    <g data-part=${part} class=${role}>${list.map((value, i) => {
      const long = Math.max(1, (LONGEST_BAR * value) / most);
      return svg`<rect class="pixel" x=${side < 0 ? start - long : start} y=${lineOf(i, list.length) - thick / 2} width=${long} height=${thick} rx="2" />`;
    })}</g>
    ${list.map((value, i) => {
      const text = write(value, i);
      const end = start + side * (Math.max(1, (LONGEST_BAR * value) / most) + 7);
      return text === undefined
        ? nothing
        : label(end, lineOf(i, list.length), text, `${role} ${side < 0 ? 'end' : ''}`);
    })}`;
}

const column = (scene: HeadsScene, { words, from }: Sentence) =>
  svg`${words.map((word, i) =>
    label(
      MIDDLE,
      lineOf(i, words.length),
      shownWord(scene, word),
      `word middle ${i === from ? 'followed' : ''}`,
    ),
  )}`;

/** Weights below this have no label. */
const LEAST = 0.01;

function phoneHeads(scene: HeadsScene, sentence: Sentence) {
  const { t, i18n } = scene;
  const write = (weight: number) => (weight < LEAST ? undefined : shareText(i18n, weight));
  const side = { role: 'weight', most: 1, write } as const;
  const [first, second] = sentence.heads;
  return svg`
    ${label(16, 18, t('head', { head: 1 }), 'title')} ${label(374, 18, t('head', { head: 2 }), 'title end')}
    ${bars({ ...side, part: 'first', list: first.weights, side: -1 })}
    ${bars({ ...side, part: 'second', list: second.weights, side: 1 })}
    ${column(scene, sentence)}`;
}

const MOST_SCORE = 30;

/** One row: its scores on the left of the words, and its weights, or their placeholder, on the right. */
function phoneRow(scene: HeadsScene, sentence: Sentence, row: Row, view: Parts) {
  const { t, i18n } = scene;
  const end = MIDDLE + WORD / 2;
  const scores: Side = {
    ...{ part: 'scores', role: 'score', list: row.scores, most: MOST_SCORE, side: -1 },
    write: (score) => decimal(scene, score, 0),
  };
  const weights: Side = {
    ...{ part: 'weights', role: 'weight', list: row.weights, most: 1, side: 1 },
    write: (weight, i) => (row.pair.includes(i) ? shareText(i18n, weight) : undefined),
  };
  return svg`
    ${label(16, 18, t('row.scores'), 'title score')} ${label(374, 18, t('row.weights'), 'title end weight')}
    ${bars(scores)} ${column(scene, sentence)}
    ${view.weights > 0 ? bars(weights) : nothing}
    ${
      view.unknown > 0
        ? row.pair.map((i) => {
            const y = lineOf(i, row.scores.length);
            return svg`
              <path class="unknown" d="M${end + 4} ${y} h30" />
              <circle class="unknown" cx=${end + 49} cy=${y} r="12.5" /> ${label(end + 49, y + 1, '?', 'middle moment')}`;
          })
        : nothing
    }`;
}

/** The largest weight of each head, a line for each head, and the next words. */
function phoneNext(scene: HeadsScene, sentence: Sentence) {
  const { t, i18n } = scene;
  const { words, from, heads } = sentence;
  return svg`
    ${heads.map((head, i) => {
      const y = 14 + i * 32;
      return svg`
        ${label(16, y, t('head', { head: i + 1 }), 'title')}
        <g data-part=${i === 0 ? 'first' : 'second'} class="weight">
          <rect class="pixel" x="210" y=${y - 10} width=${100 * head.most} height="20" rx="2" />
        </g>
        ${label(84, y, svg`${shownWord(scene, words[from])} → ${shownWord(scene, words[head.found])}`, 'word')}
        ${label(374, y, shareText(i18n, head.most), 'weight moment end')}`;
    })}
    ${nextView(scene, sentence, { left: 16, from: 16, width: 240, top: 118, step: 76 })}`;
}
