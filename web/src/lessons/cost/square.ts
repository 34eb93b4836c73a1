// SPDX-License-Identifier: MIT
// The square of all scores, inside the square of a text of twice the length; and one tile of the square, with a query's
// running results after each tile.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { matrixMark, outlined } from '../../marks/matrix.ts';
import { type Text, TILES } from './lengths.ts';
import { amountText, type CostScene, decimal, filled, type Parts } from './parts.ts';

const PLACES = {
  wide: {
    /** The corner and the side of the square; and x, y and line distance of the numbers of both texts. */
    ...{ x: 100, y: 104, side: 208 },
    numbers: [548, 150, 208],
    /** `columns`: x of the middles. `rows`: y of the first row, height of a row, and width of a score. */
    columns: [408, 500, 570, 640, 716],
    rows: [176, 58, 42],
  },
  phone: {
    ...{ x: 92, y: 36, side: 92 },
    numbers: [16, 248, 46],
    columns: [56, 136, 198, 264, 338],
    rows: [202, 28, 34],
  },
} as const;
type Places = (typeof PLACES)[Layout];

/** The width reserved for a digit, in units of the view box. */
const DIGIT = 12;
/** Above this number of tokens, the scores are drawn as one area. */
const MOST_CELLS = 32;

function cells(count: number, x: number, y: number, side: number) {
  const step = side / count;
  const size = (step * 0.88).toFixed(2);
  const path = Array.from({ length: count ** 2 }, (_, i) => {
    const [left, top] = [x + (i % count) * step, y + Math.floor(i / count) * step];
    return `M${left.toFixed(2)} ${top.toFixed(2)}h${size}v${size}h-${size}z`;
  });
  return svg`<path class="bar" fill-opacity="0.6" d=${path.join('')} />`;
}

export function square(scene: CostScene, view: Parts, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const { n } = numbers.now;
  const places = PLACES[layout];
  const { x, y, side } = places;
  const isSmall = layout === 'phone' && view.tiles > 0.5;
  const count = i18n.integer(n);
  return svg`
    <g data-part="keys" class="key">${label(x + side / 2, y - 20, t('square.keys', { count }), 'middle title key')}</g>
    <g data-part="queries" class="query">
      ${label(x - 12, y + side / 2 - 10, count, 'end title query')}
      ${label(x - 12, y + side / 2 + 11, t('square.queries'), 'end query')}
    </g>
    <g data-part="scores" class="score">
      ${n <= MOST_CELLS ? cells(n, x, y, side) : filled(x, y, side, side)}
    </g>
    ${shown(view.around, () => around(scene, places, layout))}
    ${shown(view.tiles, () => svg`${tile(scene, places, isSmall)} ${kept(scene, places)}`)}`;
}

/** Three more squares, which complete the square of a text of twice the length, and the numbers of both texts. */
function around(scene: CostScene, places: Places, layout: Layout) {
  const { numbers, t, i18n } = scene;
  const { now, twice } = numbers;
  const { x, y, side } = places;
  const [left, top, step] = places.numbers;
  const more = `+ ${i18n.integer(now.scores)}`;
  const isFitting = more.length * DIGIT < side;
  const corners = [
    [1, 0],
    [0, 1],
    [1, 1],
  ] as const;
  const size = (text: Text) => ({
    tokens: t('square.tokens', { count: i18n.integer(text.n) }),
    scores: t('square.scores', { count: i18n.integer(text.scores) }),
    bytes: amountText(scene, text.stored),
  });
  const number = (text: Text, at: number) => {
    const { tokens, scores, bytes } = size(text);
    if (layout === 'phone')
      return svg`${label(left, at, tokens, 'quiet')} ${label(left, at + 22, scores, 'score moment')} ${label(374, at + 22, bytes, 'end moment')}`;
    return svg`
      ${label(left, at, tokens, 'quiet')} ${label(left, at + 28, scores, 'score moment')}
      ${label(left, at + 62, bytes, 'number-of-moment')}`;
  };
  return svg`
    <g data-part="twice" class="score">
      ${corners.map(
        ([right, down]) => svg`
          <rect class="unknown" x=${x + right * side + 3} y=${y + down * side + 3} width=${side - 6} height=${side - 6} rx="4" />
          ${isFitting ? label(x + (right + 0.5) * side, y + (down + 0.5) * side, more, 'middle score moment') : nothing}`,
      )}
    </g>
    ${number(now, top)} ${number(twice, top + step)}`;
}

/** A tile of the square, to scale, but each side is at least 4 units of the view box. */
function tile(scene: CostScene, { x, y, side }: Places, isSmall: boolean) {
  const { numbers, state, t, i18n } = scene;
  const { now, tile: size } = numbers;
  const [width, height] = [size.keys, size.queries].map((length) =>
    Math.max(4, (side * Math.min(length, now.n)) / now.n),
  ) as [number, number];
  const left = x + ((side - width) * state.read) / TILES;
  const top = y + side * 0.4;
  const shape = `${i18n.integer(size.queries)} × ${i18n.integer(size.keys)}`;
  const name = t('tiles.tile', { size: shape, bytes: amountText(scene, size.scores) });
  const stored = amountText(scene, now.stored);
  const [nameX, nameY] = isSmall ? [x + side + 16, y + 9] : [x, y + side + 34];
  const gap = isSmall ? 52 : 74;
  const row = PLACES.wide.rows[0] + (state.read - 0.5) * PLACES.wide.rows[1];
  return svg`
    ${label(nameX, nameY, stored, 'number-of-moment')} ${label(nameX, nameY + 28, t('tiles.all'), 'quiet')}
    <g data-part="tile">
      <rect class="mark" x=${left} y=${top} width=${width} height=${height} />
      ${label(nameX, nameY + gap, t('tiles.dot'), 'title')} ${label(nameX, nameY + gap + 23, name, 'quiet')}
    </g>
    ${isSmall ? nothing : svg`<path class="axis" d="M${left + width + 4} ${top + height / 2} L350 ${row}" />`}`;
}

const TILE_PARTS = ['first', 'second', 'third', 'fourth'];
const COLUMNS = ['scores', 'largest', 'factor', 'sum', 'output'] as const;

/** A row for each tile: the scores of the tile, and the query's running results after the tile. */
function kept(scene: CostScene, { columns, rows }: Places) {
  const { numbers, state, t } = scene;
  const [y, height, score] = rows;
  const { kept: all, whole } = numbers.tiles;
  const [at, largestAt, factorAt, sumAt, outputAt] = columns;
  const write = (value: number) => decimal(scene, value);
  const left = at - score;
  const end = y + TILES * height + 30;
  return svg`
    ${COLUMNS.map(
      (name, i) => svg`
      ${label(columns[i] ?? 0, y - 52, t(`tiles.${name}`), `middle title ${name === 'scores' || name === 'output' ? name.replace('scores', 'score') : ''}`)}
      ${label(columns[i] ?? 0, y - 30, t(`tiles.${name}Note`), 'middle quiet')}`,
    )}
    ${all.map((one, i) => {
      const middle = y + (i + 0.5) * height;
      const isRead = i < state.read;
      return svg`
        ${matrixMark({
          ...{ part: TILE_PARTS[i] ?? '', role: 'score', rows: [one.scores] },
          ...{ x: left, y: middle - height * 0.34, cell: [score, height * 0.68] },
          ...{ share: isRead ? 1 : 0, write, most: whole.largest },
        })}
        ${
          isRead
            ? svg`
              <g data-part="kept">
                ${label(largestAt, middle, write(one.largest), 'middle moment')}
                ${i > 0 ? label(factorAt, middle, `× ${write(one.factor)}`, 'middle quiet') : nothing}
                ${label(sumAt, middle, write(one.sum), 'middle moment')}
                ${label(outputAt, middle, write(one.output), 'middle output moment')}
              </g>`
            : svg`<rect class="unknown" x=${largestAt - 24} y=${middle - height * 0.28} width=${outputAt - largestAt + 54} height=${height * 0.56}
                rx="8" opacity=${outlined(0)} />`
        }`;
    })}
    <path class="axis" d="M${left - 4} ${end - 26} H${outputAt + 34}" />
    ${label(left - 4, end, t('tiles.atOnce', { count: whole.scores.length }), 'followed')}
    <g data-part="whole">
      ${label(largestAt, end, write(whole.largest), 'middle moment')}
      ${label(sumAt, end, write(whole.sum), 'middle moment')}
      ${label(outputAt, end, write(whole.output), 'middle output moment')}
    </g>`;
}

export const squareHeight = (view: Parts): number => (view.tiles > 0.5 ? 349 : 322);
