// SPDX-License-Identifier: MIT
// In the wide layout: the words of the first step, and the parts beside and below the matrix.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label, shown } from '../../marks/label.ts';
import { bandsMark, placeWords, widthOf } from '../../marks/sentence.ts';
import {
  cellOf,
  type Parts,
  type Place,
  padding,
  powerText,
  type SightScene,
  SUM_DECIMALS,
  scoreText,
  sizeOf,
  wordMark,
} from './parts.ts';
import { FILL_IDS, type Padded, type Sight, sumOf } from './sight.ts';

const SIDE = 622;
const RIGHT = 752;
/** The y of the first line below the matrix. */
const BELOW = 414;

/** Each beginning of the sentence on a line, with the next word in a box. */
export function wideWords({ t, i18n }: SightScene, { words, next }: Sight) {
  const row = placeWords(words, 16, 560, 22);
  const step = Math.min(60, 490 / Math.max(next.length, 1));
  return svg`
    ${label(16, 30, t('head.read'), 'title')} ${label(RIGHT, 30, t('head.next'), 'end title')}
    ${next.map((probability, i) => {
      const [to, y] = [i + 1, 82 + i * step];
      const width = widthOf(words[to] ?? '') * row.size + 18;
      const word = (j: number, kind: string) =>
        svg`<text class=${`word sized middle ${kind}`} x=${row.middles[j]} y=${y} font-size=${row.size}>${words[j]}</text>`;
      return svg`
        ${words.slice(0, to).map((_, j) => word(j, ''))}
        <g data-part="next">
          <rect class="box" x=${(row.middles[to] ?? 0) - width / 2} y=${y - 20} width=${width} height="40" rx="8" />
          ${word(to, 'followed')}
        </g>
        <g data-part="chance">
          <rect class="bar" x=${RIGHT - 134} y=${y - 5} width=${Math.max(1, 76 * probability)} height="10" rx="2" />
          ${label(RIGHT, y, shareText(i18n, probability), 'end')}
        </g>`;
    })}`;
}

export function wideNotes(
  scene: SightScene,
  sight: Sight,
  padded: Padded,
  view: Parts,
  place: Place,
) {
  const { t } = scene;
  const { row, later, leak } = sight;
  return svg`
    ${shown(view.open, () => shares(scene, place, t('head.later'), 'later', later, row.from))}
    ${shown(view.leak, () => shares(scene, place, t('head.hidden'), 'leaked', leak.hidden, row.from))}
    ${shown(view.ruled, () => shares(scene, place, t('head.sum'), 'sums', padded.ruled.map(sumOf), 0))}
    ${shown(Math.max(view.ahead, view.back), () => sentence(scene, sight, view, place))}
    ${shown(view.row, () => strips(scene, sight, place))}
    ${shown(view.constants, () => constants(scene))}
    ${shown(view.batch, () => batch(scene, sight, padded, place))}`;
}

function shares(
  { i18n }: SightScene,
  place: Place,
  name: string,
  part: string,
  list: readonly number[],
  row: number,
) {
  const [, height] = cellOf(place, list.length);
  return svg`
    ${label(SIDE, place.y - 44, name, 'title weight')}
    <g data-part=${part} class="weight">
      ${list.map((share, i) =>
        label(
          SIDE,
          place.y + (i + 0.5) * height,
          Number.isNaN(share) ? '0 ÷ 0' : shareText(i18n, share),
          i === row ? 'weight moment' : 'weight',
        ),
      )}
    </g>`;
}

/** The words, each below its column, with the bands of the chosen row. With the mask, later words are faint. */
function sentence({ t }: SightScene, { words, row }: Sight, view: Parts, place: Place) {
  const [width] = cellOf(place, words.length);
  const middles = words.map((_, j) => place.x + (j + 0.5) * width);
  const border = place.x + (row.from + 1) * width;
  const size = sizeOf(words, width * 0.96);
  const bands = (part: string, weights: readonly number[]) =>
    bandsMark({
      ...{ part, row: { words, middles, size: 16 }, from: row.from },
      weights: weights.with(row.from, 0),
      ...{ y: BELOW + 16, side: 1, room: 104 },
    });
  return svg`
    ${shown(view.ahead, () => bands('ahead', row.open))} ${shown(view.back, () => bands('back', row.weights))}
    ${words.map((word, j) => svg`<g opacity=${j > row.from ? 1 - 0.7 * view.back : 1}>${wordMark(word, middles[j] ?? 0, BELOW, size, j === row.from ? 'middle followed' : 'middle')}</g>`)}
    ${row.from < words.length - 1 ? svg`<path class="tangent" d="M${border} ${BELOW - 22}V${BELOW + 150}" />` : nothing}
    ${label(SIDE, BELOW, t('head.followed'), 'quiet')} ${label(SIDE, BELOW + 22, t('head.bands'), 'quiet')}`;
}

/** The computation of the chosen row, from scores to weights. Each number is below its column. */
function strips(scene: SightScene, { words, row }: Sight, place: Place) {
  const { t, i18n } = scene;
  const [width] = cellOf(place, words.length);
  const share = (value: number) => shareText(i18n, value);
  const score = (value: number) => scoreText(scene, value, SUM_DECIMALS);
  const power = (value: number) => powerText(scene, value);
  const line = (
    at: number,
    name: string,
    part: string,
    role: 'score' | 'weight',
    list: readonly number[],
    write: (value: number) => string,
    end: string,
  ) => {
    const y = BELOW + at * 36;
    return svg`
      ${label(place.x - 12, y, name, `end ${role}`)}
      <g data-part=${part} class=${role}>
        ${list.map((value, j) => label(place.x + (j + 0.5) * width, y, write(value), `middle tick ${role}`))}
      </g>
      ${label(SIDE, y, end, `${role} moment`)}`;
  };
  const { open, from } = row;
  const cut = open.map((weight, j) => (j > from ? 0 : weight));
  return svg`
    ${line(0, t('head.scores'), 'scores', 'score', row.scores, score, '')}
    ${line(1, t('head.masked'), 'minus', 'score', row.masked, score, '')}
    ${line(2, t('head.power'), 'powers', 'score', row.powers, power, t('head.total', { sum: i18n.number(row.sum, { decimals: 2 }) }))}
    ${line(3, t('head.weights'), 'weights', 'weight', row.weights, share, t('head.total', { sum: share(1) }))}
    <path class="axis" d="M12 ${BELOW + 126} H${RIGHT}" />
    ${line(4, t('head.after'), 'cut', 'weight', cut, share, t('head.total', { sum: share(row.left) }))}`;
}

/** Each constant, the scores at which it leaks, and the constant rounded to float16. */
function constants(scene: SightScene) {
  const { numbers, state, t } = scene;
  const columns = [206, 372, 596] as const;
  const heads = [
    t('head.constant'),
    t('head.leaks'),
    t('head.half', { largest: scoreText(scene, numbers.largest) }),
  ];
  return svg`
    ${heads.map((head, i) => label(columns[i] ?? 0, BELOW, head, 'end quiet'))}
    <g data-part="constants">
      ${numbers.constants.map(({ id, value, half }, i) => {
        const y = BELOW + 36 + i * 34;
        return svg`
          ${label(columns[0], y, t(`fill.${id}`), 'end moment')}
          ${label(columns[1], y, Number.isFinite(value) ? scoreText(scene, value) : t('head.never'), 'end score')}
          ${label(columns[2], y, scoreText(scene, half), half === value ? 'end score' : 'end moment')}`;
      })}
    </g>
    <rect class="row" x="120" y=${BELOW + 20 + FILL_IDS.indexOf(state.fill) * 34} width="490" height="32" rx="6" />`;
}

/** Both texts of the batch, each word below its column. */
function batch({ t }: SightScene, sight: Sight, { words, pads, length }: Padded, place: Place) {
  const [width] = cellOf(place, words.length);
  const line = (at: number, name: string, list: readonly string[], kind: string) => {
    const y = BELOW + 44 + at * 46;
    return svg`
      ${label(place.x - 12, y, name, 'end quiet')}
      ${list.map((word, j) => {
        const middle = place.x + (j + 0.5) * width;
        return word === ''
          ? svg`<g data-part="pads">${padding(middle, y, width - 14)}</g>`
          : wordMark(word, middle, y, sizeOf(list, width * 0.96), `middle ${kind}`);
      })}`;
  };
  const isSame = sight.words.length === words.length;
  return svg`
    ${label(place.x, BELOW, t('head.batch'), 'title')}
    ${isSame ? line(0, '1', sight.words, '') : nothing} ${line(1, '2', words, 'followed')}
    ${label(SIDE, BELOW + 80, t('head.pads', { pads }), 'quiet')} ${label(SIDE, BELOW + 102, t('head.real', { length }), 'quiet')}`;
}
