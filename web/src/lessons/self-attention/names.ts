// SPDX-License-Identifier: MIT
// The names of words and matrices in the figure, and the arrows between them.
import { html, svg } from 'lit';
import type { Scene } from '../../lesson/define.ts';
import { nameOf as indexed, label } from '../../marks/label.ts';
import { outlined } from '../../marks/matrix.ts';
import type { Numbers, State } from './compute.ts';
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
  /** All places where the output can be. */
  inside: 0,
  small: 1,
  sentence: 0,
  layer: 0,
};
export type Parts = { readonly [Name in keyof typeof parts]: number };

/** The row of the word that the lesson follows. */
export const FOLLOWED = 2;

export const ROLES = { Q: 'query', K: 'key', V: 'value' } as const;
export const TOPS = { Q: 60, K: 230, V: 420 } as const;

export const short = ({ i18n }: AttentionScene, value: number): string =>
  i18n.number(value, { decimals: Number.isInteger(value) ? 0 : 2 });

/** A weight, with as many decimals as its sums by hand need. */
export const weightText = ({ i18n }: AttentionScene, value = Number.NaN): string =>
  i18n.number(value, { decimals: 3 });

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

/** A W with the letter of its role below. */
export const nameOf = (letter: string) => indexed(W, letter);

/** A text of the page, with the name of a matrix as in formulas, if it has one. */
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
