// SPDX-License-Identifier: MIT
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from 'lit';
import type { Layout, Scene } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { type MatrixMark, matrixMark, outlined, pixelMark, type Role } from '../../marks/matrix.ts';
import type { Matrix } from '../matrix.ts';
import {
  type Chain,
  fields,
  type Numbers,
  type Sentence,
  type State,
  strongest,
} from './compute.ts';
import type texts from './messages.en.json';

export type Texts = typeof texts;
export type AttentionScene = Scene<State, Numbers, Texts>;

/** What the figure shows: 1 full, 0 an outline or nothing. */
export const parts = {
  /** The matrices W and their products. */
  weights: 0,
  queries: 0,
  values: 0,
  scores: 0,
  shares: 0,
  output: 0,
  small: 1,
  sentence: 0,
  layer: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The row of the word that the lesson follows. */
const FOLLOWED = 2;

const ROLES = { Q: 'query', K: 'key', V: 'value' } as const;
const TOPS = { Q: 60, K: 230, V: 420 } as const;

const short = ({ i18n }: AttentionScene, value: number): string =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** The letters of the matrices whose rows belong to words, and their roles. */
const SYMBOLS = {
  X: ['X', ''],
  Q: ['Q', 'query'],
  K: ['K', 'key'],
  V: ['V', 'value'],
  S: ['QKᵀ', 'score'],
  A: ['A', 'weight'],
  Z: ['Z', 'output'],
} as const;
const W = 'W';

function titleOf(
  { t }: AttentionScene,
  name: keyof typeof SYMBOLS,
  x: number,
  y: number,
  side = '',
) {
  const [symbol, role] = SYMBOLS[name];
  const content = svg`${symbol} <tspan class="quiet">${t(`name.${name}`)}</tspan>`;
  return label(x, y, content, `title ${role} ${side}`);
}

/** A W with the letter of its role below. */
const nameOf = (letter: string) => svg`${W}<tspan class="below" dy="3">${letter}</tspan>`;

const arrow = (d: string, role: string, share = 1) =>
  svg`<path class="arrow ${role}" d=${d} opacity=${outlined(share)} marker-end="url(#tip-${role})" />`;

const tips = svg`
  <defs>${['query', 'key', 'score', 'weight', 'value', 'output', 'quiet'].map(
    (role) => svg`
      <marker id="tip-${role}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">
        <path class="tip ${role}" d="M0 0L10 5L0 10z" /></marker>`,
  )}</defs>`;

const wordsAt = (words: readonly string[], x: number, y: number, height: number, kind = '') =>
  words.map((word, i) =>
    label(
      x,
      y + i * height + height / 2,
      word,
      `word end ${kind} ${i === words.length - 1 ? 'followed' : ''}`,
    ),
  );

const wordsAbove = (words: readonly string[], x: number, y: number, width: number) =>
  words.map((word, i) => label(x + i * width + width / 2, y, word, 'word middle'));

export function draw(scene: AttentionScene, view: Parts, layout: Layout): TemplateResult {
  return layout === 'wide' ? wide(scene, view) : phone(scene, view);
}

const threeWords = ({ t }: AttentionScene): readonly string[] => [
  t('word.a'),
  t('word.b'),
  t('word.c'),
];

function wide(scene: AttentionScene, view: Parts): TemplateResult {
  const { numbers } = scene;
  return html`
    <svg viewBox="0 0 760 580" class="self-attention">
      ${tips}
      ${view.small + view.sentence > 0.02 ? map(scene, view) : nothing}
      ${shown(view.small, () => small(scene, view))}
      ${
        view.sentence > 0.02 && numbers.sentence
          ? svg`<g opacity=${view.sentence}>${sentence(scene, numbers.sentence)}</g>`
          : nothing
      }
      ${shown(view.layer, () => layer(scene, 760))}
    </svg>`;
}

/** The arrows and names that the small example and the sentence share. */
function map(scene: AttentionScene, view: Parts): SVGTemplateResult {
  const { weights, queries, values, scores, shares, output } = view;
  return svg`
    <g opacity=${Math.max(view.small, view.sentence)}>
      ${arrow('M142 270 C162 258 138 122 161 122', 'query', weights)}
      ${arrow('M142 290 L161 290', 'key', weights)}
      ${arrow('M142 310 C162 322 138 480 161 480', 'value', weights)}
      ${(['Q', 'K', 'V'] as const).map((letter) =>
        arrow(`M${250} ${[120, 290, 480]['QKV'.indexOf(letter)]} h44`, ROLES[letter], weights),
      )}
      ${arrow('M398 120 C414 120 396 204 416 206', 'query', scores)}
      ${arrow('M398 290 C414 290 396 234 416 232', 'key', scores)}
      ${arrow('M608 220 h18', 'weight', shares)} ${arrow('M746 300 V408', 'weight', output)}
      ${arrow('M352 550 V568 H704 V552', 'value', output)}
      ${titleOf(scene, 'X', 136, 206, 'end')}
      ${(['Q', 'K', 'V'] as const).map(
        (letter) =>
          svg`<g opacity=${outlined(letter === 'V' ? values : queries)}>
          ${titleOf(scene, letter, 306, TOPS[letter] - 18)}</g>`,
      )}
      <g opacity=${outlined(scores)}>${titleOf(scene, 'S', 462, 100)}</g>
      <g opacity=${outlined(shares)}>${titleOf(scene, 'A', 636, 100)}
        ${label(722, 346, scene.t('softmax'), 'end quiet')}</g>
      <g opacity=${outlined(output)}>${titleOf(scene, 'Z', 656, 400)}</g>
    </g>`;
}

function small(scene: AttentionScene, view: Parts): SVGTemplateResult {
  const { small: chain } = scene.numbers;
  const words = threeWords(scene);
  const write = (value: number) => short(scene, value);
  const { weights, queries, values, scores, shares, output } = view;
  const mark = (
    part: keyof Chain,
    role: Role,
    place: Pick<MatrixMark, 'x' | 'y' | 'cell' | 'share'> & Partial<MatrixMark>,
  ) => matrixMark({ part, role, rows: chain[part], write, row: FOLLOWED, ...place });
  return svg`
    ${mark('X', 'word', { x: 54, y: 230, cell: [40, 40], share: 1, edits: 'X' })} ${wordsAt(words, 44, 230, 40)}
    ${(['Q', 'K', 'V'] as const).map((letter, i) => {
      const top = [84, 254, 444][i] as number;
      const share = letter === 'V' ? values : queries;
      const matrix = matrixMark({
        ...{ part: `W_${letter}`, role: ROLES[letter], rows: chain[`W_${letter}`], write },
        ...{ x: 172, y: top, cell: [36, 36], share: weights, size: 16, edits: `W_${letter}` },
      });
      return svg`
        ${matrix} <g opacity=${outlined(weights)}>${label(208, top - 20, nameOf(letter), `title middle ${ROLES[letter]}`)}</g>
        ${mark(letter, ROLES[letter], { x: 312, y: TOPS[letter], cell: [40, 40], share })}`;
    })}
    ${mark('S', 'score', { x: 462, y: 150, cell: [46, 46], share: scores })}
    <g opacity=${scores}>${wordsAbove(words, 462, 131, 46)} ${wordsAt(words, 454, 150, 46, 'small')}</g>
    ${mark('A', 'weight', { x: 636, y: 150, cell: [40, 46], share: shares, size: 15.5 })}
    <g opacity=${shares}>${wordsAbove(words, 636, 131, 40)}</g>
    ${mark('Z', 'output', { x: 656, y: 420, cell: [48, 40], share: output, size: 16 })}
    ${shown(output, () => plane(scene, chain, [424, 400, 204, 140]))}`;
}

type Point = readonly [x: number, y: number];

/** The direction from a point to another, of length 1 (0 if they are equal), and the anchor of a text there. */
function awayFrom([x0, y0]: Point, [x, y]: Point): readonly [direction: Point, side: string] {
  const length = Math.hypot(x - x0, y - y0) || 1;
  const direction: Point = [(x - x0) / length, (y - y0) / length];
  const isAcross = Math.abs(direction[0]) > 0.5;
  return [direction, isAcross ? (direction[0] > 0 ? '' : 'end') : 'middle'];
}

/** The values as corners of a triangle, and the output of the followed word inside it. */
function plane(
  scene: AttentionScene,
  { V, A, Z }: Chain,
  [x, y, width, height]: readonly [number, number, number, number],
): SVGTemplateResult {
  const all = [...V, ...Z, [0, 0]];
  const [lowX, highX, lowY, highY] = [0, 1].flatMap((axis) => {
    const list = all.map((point) => point[axis] as number);
    return [Math.min(...list), Math.max(...list)];
  }) as [number, number, number, number];
  const at = ([a = 0, b = 0]: readonly number[]): Point => [
    x + 30 + ((a - lowX) / (highX - lowX || 1)) * (width - 60),
    y + height - 22 - ((b - lowY) / (highY - lowY || 1)) * (height - 44),
  ];
  const corners = V.map(at);
  const middle: Point = [0, 1].map(
    (axis) => corners.reduce((sum, corner) => sum + (corner[axis] as number), 0) / corners.length,
  ) as [number, number];
  const words = threeWords(scene);
  const end = at(Z[FOLLOWED] ?? []);
  const [originX, originY] = at([0, 0]);
  return svg`
    <path class="axis" d="M${originX} ${y} V${y + height} M${x} ${originY} H${x + width}" />
    <path class="hull" d="M${corners.map((corner) => corner.join(' ')).join('L')}Z" />
    <g data-part="A">${corners.map(([cx, cy], i) => {
      const weight = A[FOLLOWED]?.[i] ?? 0;
      return svg`<line class="share" x1=${cx} y1=${cy} x2=${end[0]} y2=${end[1]} stroke-width=${10 * weight} />`;
    })}</g>
    <g data-part="V">${corners.map(([cx, cy], i) => {
      const [away, side] = awayFrom(middle, [cx, cy]);
      return svg`
        <circle class="corner" cx=${cx} cy=${cy} r="6" />
        ${label(cx + 13 * away[0], cy + 16 * away[1], words[i], `word value ${side}`)}`;
    })}</g>
    <circle data-part="Z" class="mixed" cx=${end[0]} cy=${end[1]} r="7" />`;
}

const pixels = (
  part: keyof Chain,
  role: Role,
  rows: Matrix,
  x: number,
  y: number,
  box: readonly [number, number],
  row?: number,
) =>
  pixelMark({
    ...{ part, role, rows, x, y },
    cell: [box[0] / (rows[0]?.length ?? 1), box[1] / rows.length],
    ...(row === undefined ? {} : { row }),
  });

function sentence(scene: AttentionScene, chain: Sentence): SVGTemplateResult {
  const { i18n } = scene;
  const { words, A, S } = chain;
  const last = words.length - 1;
  const top = strongest(A[last]);
  const name = words[top];
  const side = 138;
  const step = side / words.length;
  return svg`
    ${pixels('X', 'word', chain.X, 54, 230, [84, 136], last)} ${wordsAt(words, 46, 230, 136 / words.length, 'small')}
    ${(['Q', 'K', 'V'] as const).map((letter, i) => {
      const y = [84, 254, 444][i] as number;
      return svg`
        ${pixels(`W_${letter}`, ROLES[letter], chain[`W_${letter}`], 176, y, [60, 76])}
        ${label(206, y - 20, nameOf(letter), `title middle ${ROLES[letter]}`)}
        ${pixels(letter, ROLES[letter], chain[letter], 312, TOPS[letter], [80, 128], last)}`;
    })}
    ${pixels('S', 'score', S, 462, 150, [side, side], last)} ${pixels('A', 'weight', A, 634, 150, [side - 14, side], last)}
    ${label(462 + (top + 0.5) * step, 131, name, 'word middle')}
    ${label(634 + (top + 0.5) * ((side - 14) / words.length), 131, name, 'word middle')}
    ${label(531, 318, short(scene, S[last]?.[top] ?? 0), 'middle score moment')}
    ${label(696, 318, i18n.percent(A[last]?.[top] ?? 0, 1), 'middle weight moment')}
    ${pixels('Z', 'output', chain.Z, 656, 420, [80, 128], last)}
    ${bars(chain.V[top] ?? [], 424, 448, 'value', scene.t('valueOf', { word: name ?? '' }))}
    ${bars(chain.Z[last] ?? [], 424, 526, 'output', scene.t('outputOf', { word: words[last] ?? '' }))}`;
}

function bars(
  list: readonly number[],
  x: number,
  base: number,
  role: Role,
  name: string,
): SVGTemplateResult {
  const most = Math.max(...list.map(Math.abs)) || 1;
  const width = 200 / Math.max(list.length, 1);
  return svg`
    ${label(x, base - 42, name, role)}
    <g class=${role}>${list.map((value, i) => {
      const height = (26 * Math.abs(value)) / most;
      return svg`<rect class=${value < 0 ? 'pixel negative' : 'pixel'} x=${x + i * width} y=${value < 0 ? base : base - height}
        width=${width - 3} height=${height} />`;
    })}</g>
    <path class="axis" d="M${x} ${base} h200" />`;
}

/** The map of a whole layer, from the words at its foot to the next word. */
function layer({ t }: AttentionScene, width: number): SVGTemplateResult {
  const isNarrow = width < 500;
  const middle = isNarrow ? 110 : 232;
  const box = isNarrow ? 150 : 250;
  const left = middle - box / 2;
  const part = (y: number, height: number, name: string, kind = '') => svg`
    <rect class="box ${kind}" x=${left} y=${y} width=${box} height=${height} rx="12" />
    ${label(middle, y + height / 2, name, `middle title ${kind}`)}`;
  const up = (from: number, to: number) =>
    svg`<path class="arrow quiet" d="M${middle} ${from} V${to}" marker-end="url(#tip-quiet)" />`;
  const add = (y: number) => svg`
    <circle class="plus" cx=${middle} cy=${y} r="15" />
    <path class="plus" d="M${middle - 7} ${y}h14M${middle} ${y - 7}v14" />`;
  const around = (from: number, to: number) =>
    svg`<path class="arrow quiet" d="M${middle} ${from} h${-(box / 2 + 16)} V${to} h${box / 2 - 2}" marker-end="url(#tip-quiet)" />`;
  const note = (y: number, first: string, second: string) => svg`
    ${label(left + box + (isNarrow ? 20 : 56), y, first, 'title')}
    ${second ? label(left + box + (isNarrow ? 20 : 56), y + 22, second, 'quiet') : nothing}`;
  return svg`
    ${up(520, 466)} ${around(500, 372)} ${part(410, 50, t('layer.attention'), 'lit')} ${up(408, 392)} ${add(374)}
    ${up(358, 338)} ${part(298, 36, t('layer.norm'))} ${up(296, 258)} ${around(280, 172)}
    ${part(210, 44, t('layer.network'))} ${up(208, 192)} ${add(174)} ${up(158, 152)} ${part(114, 34, t('layer.norm'))}
    ${up(112, 64)} ${label(middle, 44, t('layer.next'), 'middle quiet')}
    ${label(middle, 546, t('layer.words'), 'middle word')}
    ${note(430, t('layer.meet'), isNarrow ? '' : t('layer.heads'))} ${note(370, t('layer.added'), isNarrow ? '' : t('layer.residual'))}
    ${note(228, t('layer.alone'), '')} ${note(128, t('layer.range'), '')}`;
}

/** On a phone, each scene draws only what its step speaks of, large. */
function phone(scene: AttentionScene, view: Parts): TemplateResult {
  const { numbers } = scene;
  const { small: chain } = numbers;
  const draws: readonly (readonly [isShown: boolean, height: number, draw: () => unknown])[] = [
    [view.layer > 0, 560, () => layer(scene, 390)],
    [
      view.sentence > 0,
      346,
      () => (numbers.sentence ? phoneSentence(scene, numbers.sentence) : nothing),
    ],
    [view.output > 0, 240, () => plane(scene, chain, [10, 6, 370, 220])],
    [view.shares > 0, 250, () => phoneShares(scene, chain)],
    [view.scores > 0, 330, () => phoneScores(scene, chain)],
    [view.queries > 0, 354, () => phoneProducts(scene, chain)],
    [true, 210, () => phoneWords(scene, chain)],
  ];
  const [, height, drawn] = draws.find(([isShown]) => isShown) as (typeof draws)[number];
  return html`<svg viewBox="0 0 390 ${height}" class="self-attention">${tips} ${drawn()}</svg>`;
}

const phoneMark = (
  scene: AttentionScene,
  chain: Chain,
  part: keyof Chain,
  role: Role,
  x: number,
  y: number,
  cell: readonly [number, number],
  size = 18,
) =>
  matrixMark({
    ...{ part, role, rows: chain[part], x, y, cell, share: 1, size },
    write: (value) => short(scene, value),
    ...(part.startsWith('W') ? {} : { row: FOLLOWED }),
    ...(part in fields ? { edits: part } : {}),
  });

function phoneWords(scene: AttentionScene, chain: Chain) {
  return svg`
    ${titleOf(scene, 'X', 150, 24)}
    ${phoneMark(scene, chain, 'X', 'word', 150, 40, [66, 54], 24)} ${wordsAt(threeWords(scene), 134, 40, 54)}`;
}

function phoneProducts(scene: AttentionScene, chain: Chain) {
  return (['Q', 'K', 'V'] as const).map((letter, i) => {
    const y = 34 + i * 115;
    const role = ROLES[letter];
    return svg`
      ${phoneMark(scene, chain, 'X', 'word', 56, y, [36, 28], 16)} ${wordsAt(threeWords(scene), 48, y, 28, 'small')}
      ${label(148, y + 42, '×', 'middle')} ${label(204, y - 4, nameOf(letter), `title middle ${role}`)}
      ${phoneMark(scene, chain, `W_${letter}`, role, 168, y + 14, [36, 28], 16)} ${label(262, y + 42, '=', 'middle')}
      ${titleOf(scene, letter, 374, y - 16, 'end')}
      ${phoneMark(scene, chain, letter, role, 286, y, [42, 28], 17)}`;
  });
}

function phoneScores(scene: AttentionScene, chain: Chain) {
  const [columns] = chain.K;
  const keys = (columns ?? []).map((_, j) => chain.K.map((row) => row[j] as number));
  const words = threeWords(scene);
  return svg`
    ${wordsAbove(words, 196, 26, 54)} ${label(184, 80, 'Kᵀ', 'title end key')}
    ${matrixMark({ part: 'K', role: 'key', rows: keys, x: 196, y: 42, cell: [54, 40], share: 1, write: (value) => short(scene, value) })}
    ${label(118, 134, 'Q', 'title middle query')} ${phoneMark(scene, chain, 'Q', 'query', 74, 150, [44, 50])}
    ${wordsAt(words, 64, 150, 50)} ${phoneMark(scene, chain, 'S', 'score', 196, 150, [54, 50], 20)}`;
}

function phoneShares(scene: AttentionScene, chain: Chain) {
  const words = threeWords(scene);
  return svg`
    ${titleOf(scene, 'S', 56, 22)}
    ${titleOf(scene, 'A', 236, 22)}
    ${wordsAbove(words, 56, 48, 44)} ${wordsAbove(words, 236, 48, 46)} ${wordsAt(words, 46, 64, 46, 'small')}
    ${phoneMark(scene, chain, 'S', 'score', 56, 64, [44, 46])} ${arrow('M198 133 h28', 'weight')}
    ${phoneMark(scene, chain, 'A', 'weight', 236, 64, [46, 46], 16)}`;
}

function phoneSentence(scene: AttentionScene, { words, A, S, Z }: Sentence) {
  const { i18n, t } = scene;
  const last = words.length - 1;
  const [word = '', row = [], scores = []] = [words[last], A[last], S[last]];
  const top = strongest(row);
  const side = 189;
  const cell = side / words.length;
  return svg`
    ${label(110 + (top + 0.5) * cell, 14, words[top], 'word middle followed')} ${wordsAt(words, 100, 28, cell)}
    ${pixels('A', 'weight', A, 110, 28, [side, side], last)}
    ${label(30, 246, svg`${word} → ${words[top]}`, 'word')}
    <g data-part="S">${label(250, 246, short(scene, scores[top] ?? 0), 'score moment')}</g>
    ${label(316, 246, i18n.percent(row[top] ?? 0, 1), 'weight moment')}
    <g data-part="Z">${bars(Z[last] ?? [], 30, 318, 'output', t('outputOf', { word }))}</g>`;
}
