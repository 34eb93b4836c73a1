// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import type { Scene } from '../../lesson/define.ts';
import { nameOf as indexed, label } from '../../marks/label.ts';
import { outlined } from '../../marks/matrix.ts';
import type { Numbers, State } from './compute.ts';
import type texts from './messages.en.json';

export type Texts = typeof texts;
export type AttentionScene = Scene<State, Numbers, Texts>;

/** The parts of the figure with their default visibility: 1 full, 0 an outline or nothing. */
export const parts = {
  /** The matrices W and their products. */
  weights: 0,
  queries: 0,
  values: 0,
  scores: 0,
  shares: 0,
  output: 0,
  /** The area of all possible outputs. */
  inside: 0,
  small: 1,
  sentence: 0,
  layer: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The index of the word whose row the figure emphasises. */
export const FOLLOWED = 2;

export const ROLES = { Q: 'query', K: 'key', V: 'value' } as const;
export const TOPS = { Q: 60, K: 230, V: 420 } as const;

export const short = ({ i18n }: AttentionScene, value: number): string =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** The text of a weight, with three decimals, so that sums by hand are accurate. */
export const weightText = ({ i18n }: AttentionScene, value = Number.NaN): string =>
  i18n.number(value, { decimals: 3 });

/** For each matrix with one row per word: its symbol, and the role (CSS class) that gives its colour. */
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

export function titleOf(
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

/** The name W with a subscript, such as W_Q. */
export const nameOf = (letter: string) => indexed(W, letter);

/** A text in which the name of a matrix, such as W_Q, is replaced by W with a subscript. */
export function namedInPage(text: string) {
  const [before, index, after] = text.split(/W_(\w)/);
  return index === undefined ? before : html`${before}${W}<sub>${index}</sub>${after}`;
}

export const arrow = (d: string, role: string, share = 1) =>
  svg`<path class="arrow ${role}" d=${d} opacity=${outlined(share)} marker-end="url(#tip-${role})" />`;

export const tips = svg`
  <defs>${['query', 'key', 'score', 'weight', 'value', 'output', 'quiet'].map(
    (role) => svg`
      <marker id="tip-${role}" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="7" markerHeight="7" orient="auto">
        <path class="tip ${role}" d="M0 0L10 5L0 10z" /></marker>`,
  )}</defs>`;

export const wordsAt = (
  words: readonly string[],
  x: number,
  y: number,
  height: number,
  kind = '',
) =>
  words.map((word, i) =>
    label(
      x,
      y + i * height + height / 2,
      word,
      `word end ${kind} ${i === words.length - 1 ? 'followed' : ''}`,
    ),
  );

export const wordsAbove = (
  words: readonly string[],
  x: number,
  y: number,
  width: number,
  kind = '',
) => words.map((word, i) => label(x + i * width + width / 2, y, word, `word middle ${kind}`));

export const threeWords = ({ t }: AttentionScene): readonly string[] => [
  t('word.a'),
  t('word.b'),
  t('word.c'),
];

/** The diagram of a whole layer, from the words at the bottom to the next word at the top. */
export function layer({ t }: AttentionScene, width: number) {
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
    svg`<path class="arrow quiet" d="M${middle} ${from} h${-(box / 2 + 16)} V${to} h${box / 2 - 6}" marker-end="url(#tip-quiet)" />`;
  const note = (y: number, first: string, second: unknown) => svg`
    ${label(left + box + (isNarrow ? 20 : 56), y, first, 'title')}
    ${second ? label(left + box + (isNarrow ? 20 : 56), y + 22, second, 'quiet') : nothing}`;
  // On a phone, the text is wider than the boxes, so it begins at the left margin.
  const end = (y: number, text: string, kind: string) =>
    isNarrow ? label(16, y, text, kind) : label(middle, y, text, `middle ${kind}`);
  return svg`
    ${up(520, 466)} ${around(500, 374)} ${part(410, 50, t('layer.attention'), 'lit')} ${up(408, 395)} ${add(374)}
    ${up(358, 338)} ${part(298, 36, t('layer.norm'))} ${up(296, 258)} ${around(280, 174)}
    ${part(210, 44, t('layer.network'))} ${up(208, 195)} ${add(174)} ${up(158, 138)} ${part(100, 34, t('layer.norm'))}
    ${up(98, 50)} ${end(30, t('layer.next'), 'quiet')} ${end(546, t('layer.words'), 'word')}
    ${note(430, t('layer.meet'), isNarrow ? '' : t('layer.heads'))} ${note(370, t('layer.added'), isNarrow ? '' : t('layer.residual'))}
    ${note(228, t('layer.alone'), '')} ${note(116, t('layer.range'), '')}`;
}
