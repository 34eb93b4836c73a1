// SPDX-License-Identifier: MIT
// On a phone: the words of the first step, and the parts that are below the matrix or replace it.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label } from '../../marks/label.ts';
import { widthOf } from '../../marks/sentence.ts';
import {
  type Parts,
  type Place,
  powerText,
  type SightScene,
  SUM_DECIMALS,
  scoreText,
} from './parts.ts';
import { FILL_IDS, type Padded, type Sight } from './sight.ts';

const LEFT = 16;
const RIGHT = 374;
const LINE = 32;
/** The font size of the words, and the width into which they must fit. */
const SIZE = 14;
const ROOM = 300;

/** The last words of a list that fit into the width, after an ellipsis if words are omitted. */
function fitting(words: readonly string[]): readonly string[] {
  const isFitting = (list: readonly string[]) =>
    list.reduce((sum, word) => sum + (widthOf(word) + 0.3) * SIZE, 0) <= ROOM;
  const from = words.findIndex((_, i) => isFitting(words.slice(i)));
  return from > 0 ? ['…', ...words.slice(from + 1)] : words;
}

/** Each beginning of the sentence on a line, with the next word. */
export function phoneWords({ t, i18n }: SightScene, { words, next }: Sight) {
  const space = words.some((word) => /\p{Script=Latin}/u.test(word)) ? ' ' : '';
  return svg`
    ${label(LEFT, 16, t('head.readNext'), 'title')} ${label(RIGHT, 16, t('head.next'), 'end title')}
    ${next.map((probability, i) => {
      const y = 50 + i * LINE;
      const read = fitting(words.slice(0, i + 1));
      return svg`
        <g data-part="next">
          <text class="word small" x=${LEFT} y=${y}>${read.join(space)}${space}<tspan class="followed next">${words[i + 1]}</tspan></text>
        </g>
        <g data-part="chance">${label(RIGHT, y, shareText(i18n, probability), 'end')}</g>`;
    })}`;
}

export function phoneNotes(
  scene: SightScene,
  sight: Sight,
  padded: Padded,
  view: Parts,
  place: Place,
) {
  const { t } = scene;
  const { row, later } = sight;
  const y = place.y + place.height + 26;
  if (view.open > 0) return total(scene, sight, y, t('head.later'), 'later', later[row.from]);
  if (view.leak > 0) return constants(scene, y - 4);
  if (view.row > 0) return table(scene, sight);
  return view.batch > 0 ? batch(scene, padded, y) : nothing;
}

/** The total weight in the chosen row for a group of words. */
const total = (
  { i18n }: SightScene,
  { words, row }: Sight,
  y: number,
  name: string,
  part: string,
  share = Number.NaN,
) => svg`
  <g data-part=${part}>
    ${label(LEFT, y, svg`<tspan class="word">${words[row.from]}</tspan> → ${name}`)}
    ${label(RIGHT, y, shareText(i18n, share), 'end weight moment')}
  </g>`;

/** The computation of the chosen row, from scores to weights, with a line for each word. */
function table(scene: SightScene, { words, row }: Sight) {
  const { t, i18n } = scene;
  const columns = [146, 212, 286, RIGHT] as const;
  const score = (value: number) => scoreText(scene, value, SUM_DECIMALS);
  const column = (
    at: 0 | 1 | 2 | 3,
    part: string,
    role: 'score' | 'weight',
    list: readonly number[],
    write: (value: number) => string,
  ) => svg`
    <g data-part=${part} class=${role}>
      ${list.map((value, i) => label(columns[at], 52 + i * 24, write(value), `end tick ${role}`))}
    </g>`;
  const heads = ['scores', 'masked', 'power', 'weights'] as const;
  const bottom = 52 + words.length * 24;
  return svg`
    ${heads.map((head, i) => label(columns[i] ?? 0, 18, t(`head.${head}`), `end ${head === 'weights' ? 'weight' : 'score'}`))}
    ${words.map((word, i) => label(84, 52 + i * 24, word, `word end ${i === row.from ? 'followed' : ''}`))}
    ${column(0, 'scores', 'score', row.scores, score)}
    ${column(1, 'minus', 'score', row.masked, score)}
    ${column(2, 'powers', 'score', row.powers, (value) => powerText(scene, value))}
    ${column(3, 'weights', 'weight', row.weights, (value) => shareText(i18n, value))}
    <g data-part="cut">
      ${label(LEFT, bottom + 2, t('head.afterAll'), 'weight')}
      ${label(RIGHT, bottom + 2, t('head.total', { sum: shareText(i18n, row.left) }), 'end weight moment')}
    </g>`;
}

/** Each constant, and below it the constant rounded to float16. */
function constants(scene: SightScene, top: number) {
  const { numbers, state, t } = scene;
  const column = (i: number) => 150 + i * 66;
  return svg`
    ${label(LEFT, top, t('head.constant'), 'quiet')} ${label(LEFT, top + 26, t('head.halfShort'), 'quiet')}
    <g data-part="constants">
      ${numbers.constants.map(
        ({ id, half }, i) => svg`
          ${label(column(i), top, t(`fill.${id}`), 'middle')}
          ${label(column(i), top + 26, scoreText(scene, half), 'middle score')}`,
      )}
    </g>
    <rect class="row" x=${column(FILL_IDS.indexOf(state.fill)) - 34} y=${top - 14} width="68" height="54" rx="6" />`;
}

/** The shorter text of the batch: the numbers of padding tokens and of words. */
const batch = ({ t }: SightScene, { length, pads }: Padded, y: number) => svg`
  <g data-part="pads">
    <rect class="unknown" x=${LEFT} y=${y - 9} width="26" height="18" rx="4" />
    ${label(LEFT + 38, y, t('head.pads', { pads }))} ${label(RIGHT, y, t('head.real', { length }), 'end')}
  </g>`;
