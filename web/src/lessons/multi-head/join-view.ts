// SPDX-License-Identifier: MIT
// Draws how two heads compute the output for one word: the vector of the word, a query and a row of weights for each
// head, the outputs of the heads side by side, and the output of the layer.

import { svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { barsMark } from '../../marks/bars.ts';
import { type ColumnsMark, columnsMark, endOf } from '../../marks/columns.ts';
import { label } from '../../marks/label.ts';
import type { Role } from '../../marks/matrix.ts';
import type { Head, Sentence } from './heads.ts';
import { type HeadsScene, shownWord } from './parts.ts';

/** In units of the view box. `title` is the x of a head's title, as a share of the width that the head has. */
const PLACES = {
  wide: {
    ...{ left: 190, width: 540, bar: 26, column: 46, title: 0.5 },
    ...{ numbers: 128, fan: 156, heads: 198, query: 238, weights: 328, output: 404 },
    ...{ join: 436, joined: 470, result: 530 },
  },
  phone: {
    ...{ left: 10, width: 370, bar: 15, column: 34, title: 1 },
    ...{ numbers: 36, fan: 54, heads: 84, query: 118, weights: 192, output: 244 },
    ...{ join: 264, joined: 286, result: 328 },
  },
};
type Place = (typeof PLACES)[Layout];

const GAP = 20;
const [W, O] = ['W', 'O'];

export function joinView(scene: HeadsScene, sentence: Sentence, layout: Layout) {
  const { t } = scene;
  const place = PLACES[layout];
  const { left, width } = place;
  const words = sentence.words.map((word) => shownWord(scene, word));
  const half = (width - GAP) / 2;
  const list = (part: string, role: Role, numbers: readonly number[], base: number) =>
    barsMark({ part, role, list: numbers, x: left, base, width, height: place.bar });
  const fan = (x: number, across: number, from: number, to: number) => svg`
    <path class="fan" d="M${left} ${from} H${left + width} L${x + across} ${to} H${x} Z" />`;
  const starts = [left, left + half + GAP];
  return svg`
    ${list('x', 'word', sentence.x, place.numbers)}
    ${starts.map((x) => fan(x, half, place.fan, place.heads - 16))}
    ${sentence.heads.map((head, i) => headView(scene, head, words, place, { x: starts[i] ?? left, half, title: t('head', { head: i + 1 }) }))}
    ${fan(left, width, place.join, place.joined)}
    ${label(left + width / 2, (place.join + place.joined) / 2, svg`${W}<tspan class="below" dy="3">${O}</tspan>`, 'title middle')}
    ${list('result', 'output', sentence.output, place.result)}
    ${layout === 'wide' ? names(scene, sentence, words) : phoneNames(scene, sentence, words)}`;
}

function headView(
  { i18n }: HeadsScene,
  head: Head,
  words: readonly string[],
  place: Place,
  { x, half, title }: { readonly x: number; readonly half: number; readonly title: string },
) {
  const count = head.weights.length;
  const columns: ColumnsMark = {
    ...{ part: 'weights', role: 'weight', list: head.weights, base: place.weights },
    middles: head.weights.map((_, k) => x + ((k + 0.5) * half) / count),
    ...{ width: half / Math.max(count, 4) - 4, height: place.column, most: 1, side: -1 },
  };
  const isRight = head.found >= count / 2;
  const edge = (columns.middles[head.found] ?? x) + (isRight ? -1 : 1) * (columns.width / 2 + 8);
  const list = (part: string, role: Role, numbers: readonly number[], base: number) =>
    barsMark({ part, role, list: numbers, x, base, width: half, height: place.bar });
  return svg`
    ${label(x + half * place.title, place.heads, title, `title ${place.title === 1 ? 'end' : 'middle'}`)}
    ${list('queries', 'query', head.query, place.query)}
    ${columnsMark(columns)} <path class="axis" d="M${x} ${place.weights} h${half}" />
    ${label(
      edge,
      Math.min(endOf(columns, head.found) + 12, place.weights - 12),
      svg`<tspan class="word">${words[head.found]}</tspan> ${shareText(i18n, head.most)}`,
      `weight ${isRight ? 'end' : ''}`,
    )}
    ${list('outputs', 'output', head.output, place.output)}`;
}

function names(
  { t }: HeadsScene,
  { x, from, heads: [head], output }: Sentence,
  words: readonly string[],
) {
  const { wide } = PLACES;
  const name = (line: number, text: unknown, note: string, role = '') => svg`
    ${label(0, line - 10, text, `title ${role}`)} ${label(0, line + 12, note, 'quiet')}`;
  const count = (numbers: readonly number[]) => t('join.count', { count: numbers.length });
  const each = (numbers: readonly number[]) => t('join.each', { count: numbers.length });
  return svg`
    ${name(wide.numbers, svg`${t('join.numbers')} <tspan class="word">${words[from]}</tspan>`, count(x))}
    ${name(wide.query, t('join.queries'), each(head.query), 'query')}
    ${name(wide.weights, t('join.weights'), t('join.row'), 'weight')}
    ${name(wide.output, t('join.outputs'), each(head.output), 'output')}
    ${name(wide.result, t('join.result'), count(output), 'output')}`;
}

/** The names of the lists, above them. The rows of weights are labelled with the words. */
function phoneNames({ t }: HeadsScene, { from }: Sentence, words: readonly string[]) {
  const { phone } = PLACES;
  const above = (line: number) => line - phone.bar - 13;
  return svg`
    ${label(phone.left, 8, svg`${t('join.numbers')} <tspan class="word">${words[from]}</tspan>`, 'title')}
    ${label(phone.left, phone.heads, t('join.queries'), 'query')}
    ${label(phone.left, above(phone.output), t('join.outputs'), 'output')}
    ${label(phone.left, above(phone.result), t('join.result'), 'output')}`;
}
