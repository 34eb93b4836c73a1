// SPDX-License-Identifier: MIT

import { html, nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout, Scene } from '../../lesson/define.ts';
import { barsMark } from '../../marks/bars.ts';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { pixelMark, type Role } from '../../marks/matrix.ts';
import { type BandsMark, bandsMark, placeWords, topOf } from '../../marks/sentence.ts';
import type messages from './messages.en.json';
import type { Numbers, Search, State } from './search.ts';

export type Texts = typeof messages;
export type SearchScene = Scene<State, Numbers, Texts>;

export const parts = {
  /** Whether the sentence is at the top. */
  top: 0,
  /** The weights as bands: with two matrices, without a matrix (by the words' own vectors), and with one matrix. */
  two: 0,
  own: 0,
  one: 0,
  /** The captions of the bands with two matrices and with one, and the placeholder of an unknown answer. */
  sides: 0,
  unknown: 0,
  /** The vectors of the two compared words; the query and the key; the products of their components; and all scores. */
  vectors: 0,
  lists: 0,
  products: 0,
  table: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

const W = 'W';
const SCORE_DECIMALS = 2;

const nameOf = (letter: string) => svg`${W}<tspan class="below" dy="3">${letter}</tspan>`;

const at = (from: number, to: number, share: number): number => from + (to - from) * share;

const decimal = ({ i18n }: SearchScene, value: number, decimals = SCORE_DECIMALS): string =>
  Number.isFinite(value) ? i18n.number(value, { decimals }) : '–';

export function draw(scene: SearchScene, view: Parts, layout: Layout) {
  const { search } = scene.numbers;
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(view))} class="query-key">
      ${search === undefined ? nothing : layout === 'wide' ? wide(scene, search, view) : phone(scene, search, view)}
    </svg>`;
}

function wide(scene: SearchScene, search: Search, view: Parts) {
  const { words, from, found, key } = search;
  const row = placeWords(words, 20, 720, 26);
  // Without bands below the sentence (`sides` is 0), the sentence is lower and the bands above it are taller.
  const y = at(at(410, 290, view.sides), 64, view.top);
  const bands = (part: 'two' | 'own' | 'one', side: -1 | 1): BandsMark => ({
    ...{ part, row, from, weights: search[part], side, room: at(290, 184, view.sides) },
    y: y + side * 30,
  });
  const percent = (part: 'two' | 'own' | 'one', side: -1 | 1) => {
    const mark = bands(part, side);
    const to = search[part].indexOf(Math.max(...search[part]));
    const [x, top] = topOf(mark, to);
    const text = shareText(scene.i18n, search[part][to]);
    if (to !== from) return label(x, top - side * 30, text, 'weight moment middle halo');
    return side < 0
      ? label(x, y + 36, text, 'weight moment middle halo')
      : label(x - 78, y + 90, text, 'weight moment end halo');
  };
  const isLit = (i: number) => i === from || i === (view.lists > 0.5 ? key : found);
  return svg`
    ${(['two', 'own'] as const).map((part) =>
      shown(view[part], () => svg`${bandsMark(bands(part, -1))} ${percent(part, -1)}`),
    )}
    ${shown(view.one, () => svg`${bandsMark(bands('one', 1))} ${percent('one', 1)}`)}
    ${words.map((word, i) => {
      const kind = i === from ? 'from' : isLit(i) ? 'to' : '';
      return svg`<text class="word sized middle ${kind} ${view.lists > 0.5 ? 'roles' : ''}" x=${row.middles[i]} y=${y} font-size=${row.size}
        opacity=${isLit(i) ? 1 : at(1, 0.45, view.top)}>${word}</text>`;
    })}
    ${shown(view.sides, () => sides(scene))} ${shown(view.unknown, () => unknown(row.middles[from] ?? 0, y))}
    ${shown(view.lists, () => lists(scene, search, view))} ${shown(view.table, () => table(scene, search, 'wide'))}`;
}

const sides = ({ t }: SearchScene) => svg`
  ${label(20, 60, t('lists.two'), 'title')} ${label(20, 82, t('lists.twoNote'), 'quiet')}
  ${label(20, 470, t('lists.one'), 'title')} ${label(20, 492, t('lists.oneNote'), 'quiet')}`;

/** A dashed line to the placeholder of the answer that the question asks for. */
const unknown = (x: number, y: number) => svg`
  <path class="unknown" d="M${x} ${y + 24} C${x} ${y + 150} 500 ${y + 190} 428 ${y + 196}" />
  <circle class="unknown" cx="402" cy=${y + 198} r="25" /> ${label(402, y + 199, '?', 'middle moment')}`;

/** The vectors of the last word and of the word that is compared with it, their query and key, and the products. */
function lists(scene: SearchScene, search: Search, view: Parts) {
  const { t } = scene;
  const { words, from, key, vectors, query, keyVector, products } = search;
  const [x, width] = [190, 540];
  const bars = (part: string, role: Role, list: readonly number[], base: number, height: number) =>
    barsMark({ part, role, list, x, base, width, height });
  const names = (y: number, word: string, name: string, note: string, role: string) => svg`
    ${label(0, y - 11, svg`${name} <tspan class="word">${word}</tspan>`, `title ${role}`)} ${label(0, y + 12, note, 'quiet')}`;
  const [queryBase, keyBase] = [at(262, 172, view.products), at(482, 312, view.products)];
  const [looking = '', found = ''] = [words[from], words[key]];
  return svg`
    ${shown(
      view.vectors,
      () => svg`
      ${names(150, looking, t('lists.numbersOf'), t('lists.count', { count: vectors[0].length }), '')}
      ${bars('vectors', 'word', vectors[0], 150, 26)} ${label(170, 205, nameOf('Q'), 'end title query')} ${label(184, 205, '↓', 'query')}
      ${names(370, found, t('lists.numbersOf'), t('lists.count', { count: vectors[1].length }), '')}
      ${bars('vectors', 'word', vectors[1], 370, 26)} ${label(170, 425, nameOf('K'), 'end title key')} ${label(184, 425, '↓', 'key')}`,
    )}
    ${names(queryBase, looking, t('lists.queryOf'), t('lists.looksFor'), 'query')} ${bars('query', 'query', query, queryBase, 40)}
    ${names(keyBase, found, t('lists.keyOf'), t('lists.isFound'), 'key')} ${bars('key', 'key', keyVector, keyBase, 40)}
    ${shown(
      view.products,
      () => svg`
      ${names(450, '', t('lists.products'), t('lists.byNumber'), 'score')} ${bars('products', 'score', products, 450, 56)}
      ${products.map((value, i) => label(x + ((i + 0.5) * width) / products.length, value < 0 ? 440 : 466, decimal(scene, value, 1), 'middle tick'))}
      ${label(x, 536, t('lists.sum'), 'quiet')} ${label(x + 44, 536, decimal(scene, search.sum), 'score moment')}
      ${label(x + 120, 536, `÷ √${query.length} =`, 'quiet')} ${label(x + 200, 536, decimal(scene, search.score), 'score number-of-moment')}
      ${label(x + 200, 564, t('lists.scaled'), 'quiet')}
      ${label(x + 300, 536, svg`${looking} → ${found}`, 'word')}`,
    )}`;
}

/** The position and width of the table of scores, its gap to the names of rows, and the y of its two lines of text. */
const TABLE = {
  wide: { x: 190, y: 150, width: 340, gap: 12, kind: 'small', lines: [210, 320] },
  phone: { x: 102, y: 34, width: 270, gap: 10, kind: '', lines: [336, 368] },
} as const;

/** The scores of all words for each other. Frames mark the two scores between the last word (`from`) and `found`. */
function table(scene: SearchScene, { words, from, found, scores }: Search, layout: Layout) {
  const { x, y, width, gap, kind, lines } = TABLE[layout];
  const side = width / words.length;
  const cell = (i: number, j: number) =>
    svg`<rect class="row" x=${x + j * side} y=${y + i * side} width=${side} height=${side} rx="4" />`;
  const line = (top: number, i: number, j: number) => {
    const [pair, score] = [
      svg`${words[i]} → ${words[j]}`,
      decimal(scene, scores[i]?.[j] ?? Number.NaN),
    ];
    return layout === 'wide'
      ? svg`
        ${label(560, top, pair, 'word')}
        <rect class="row" x="560" y=${top + 18} width="104" height="44" rx="4" />
        ${label(612, top + 40, score, 'score number-of-moment middle')}`
      : svg`
        ${label(102, top, pair, 'word')}
        <rect class="row" x="302" y=${top - 13} width="70" height="26" rx="4" />
        ${label(337, top, score, 'score moment middle')}`;
  };
  return svg`
    ${pixelMark({ part: 'table', role: 'score', rows: scores, x, y, cell: [side, side] })}
    ${words.map((word, i) => label(x - gap, y + (i + 0.5) * side, word, `word ${kind} end ${i === from || i === found ? 'followed' : ''}`))}
    ${[...new Set([from, found])].map((j) => label(x + (j + 0.5) * side, y - 18, words[j], 'word middle followed'))}
    ${cell(from, found)} ${cell(found, from)}
    ${line(lines[0], from, found)} ${line(lines[1], found, from)}`;
}

const phoneHeight = (view: Parts): number => {
  if (view.table > 0) return 400;
  if (view.products > 0) return 390;
  return view.lists > 0 ? 380 : 330;
};

function phone(scene: SearchScene, search: Search, view: Parts) {
  if (view.table > 0) return table(scene, search, 'phone');
  if (view.lists > 0) return phoneLists(scene, search, view.products > 0);
  return phoneWords(scene, search, view);
}

/** On a phone, the sentence is a column, and the weights are bars beside it. */
function phoneWords({ t, i18n }: SearchScene, search: Search, view: Parts) {
  const part = view.own > 0 ? 'own' : view.one > 0 ? 'one' : 'two';
  const { words, from } = search;
  const step = 264 / words.length;
  const hasSides = view.sides > 0;
  return svg`
    ${hasSides ? label(16, 14, t(part === 'one' ? 'lists.one' : 'lists.two'), 'title') : nothing}
    ${words.map((word, i) => label(116, 36 + (i + 0.5) * step, word, `word end ${i === from ? 'followed' : ''}`))}
    <g data-part=${part} class="weight">${search[part].map(
      (weight, i) =>
        svg`<rect class="pixel" x="130" y=${36 + i * step + step * 0.2} width=${Math.max(1, 180 * weight)} height=${step * 0.6} rx="2" />`,
    )}</g>
    ${search[part].map((weight, i) => (weight < 0.002 ? nothing : label(140 + 180 * weight, 36 + (i + 0.5) * step, shareText(i18n, weight), 'weight')))}
    ${view.unknown > 0 ? svg`${label(16, 318, t('lists.one'), 'title')} ${label(150, 318, '?', 'moment')}` : nothing}`;
}

function phoneLists(scene: SearchScene, search: Search, hasProducts: boolean) {
  const { t } = scene;
  const { words, from, key, vectors, query, keyVector, products } = search;
  const [looking = '', found = ''] = [words[from], words[key]];
  const list = (
    part: string,
    role: Role,
    numbers: readonly number[],
    base: number,
    name: unknown,
  ) => svg`
    ${label(20, base - 46, name, `title ${role === 'word' ? '' : role}`)}
    ${barsMark({ part, role, list: numbers, x: 20, base, width: 350, height: 30 })}`;
  const of = (name: string, word: string) => svg`${name} <tspan class="word">${word}</tspan>`;
  if (hasProducts)
    return svg`
      ${list('query', 'query', query, 60, of(t('lists.queryOf'), looking))}
      ${list('key', 'key', keyVector, 166, of(t('lists.keyOf'), found))}
      ${list('products', 'score', products, 290, t('lists.products'))}
      ${label(20, 358, svg`${t('lists.sum')} <tspan class="score">${decimal(scene, search.sum)}</tspan> ÷ √${query.length} =`, 'moment')}
      ${label(370, 358, decimal(scene, search.score), 'score number-of-moment end')}`;
  return svg`
    ${list('vectors', 'word', vectors[0], 60, of(t('lists.numbersOf'), looking))}
    ${list('query', 'query', query, 148, of(t('lists.queryOf'), looking))}
    ${list('key', 'key', keyVector, 236, of(t('lists.keyOf'), found))}
    ${list('vectors', 'word', vectors[1], 344, of(t('lists.numbersOf'), found))}`;
}
