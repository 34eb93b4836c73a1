// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import { label } from '../../marks/label.ts';
import { matrixMark, type Role } from '../../marks/matrix.ts';
import { type Chain, fields } from './compute.ts';
import {
  type AttentionScene,
  arrow,
  FOLLOWED,
  layer,
  nameOf,
  type Parts,
  ROLES,
  short,
  threeWords,
  tips,
  titleOf,
  weightText,
  wordsAbove,
  wordsAt,
} from './parts.ts';
import { plane } from './plane.ts';
import { phoneSentence } from './sentence.ts';

/** On a phone, the figure contains only the parts of the current step, enlarged. */
export function phone(scene: AttentionScene, view: Parts) {
  const { numbers } = scene;
  const { small: chain } = numbers;
  const draws: readonly (readonly [isShown: boolean, height: number, draw: () => unknown])[] = [
    [view.layer > 0, 560, () => layer(scene, 390)],
    [
      view.sentence > 0,
      346,
      () => (numbers.sentence ? phoneSentence(scene, numbers.sentence) : nothing),
    ],
    [
      view.output > 0,
      210,
      () => plane(scene, chain, { place: [10, 6, 370, 192], side: 52, inside: view.inside }),
    ],
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
    write: (value) => (part === 'A' ? weightText : short)(scene, value),
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
    ${wordsAbove(words, 56, 48, 44, 'small')} ${wordsAbove(words, 236, 48, 46, 'small')} ${wordsAt(words, 46, 64, 46, 'small')}
    ${phoneMark(scene, chain, 'S', 'score', 56, 64, [44, 46])} ${arrow('M198 133 h28', 'weight')}
    ${phoneMark(scene, chain, 'A', 'weight', 236, 64, [46, 46], 13)}`;
}
