// SPDX-License-Identifier: MIT
// Self-attention for a sentence in the trained model. Its matrices are large, so entries are colours, not numbers.

import { svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label } from '../../marks/label.ts';
import { pixelMark, type Role } from '../../marks/matrix.ts';
import type { Matrix } from '../matrix.ts';
import { type Chain, type Sentence, strongest } from './compute.ts';
import { type AttentionScene, nameOf, ROLES, short, TOPS, titleOf, wordsAt } from './parts.ts';

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

export function sentence(scene: AttentionScene, chain: Sentence) {
  const { i18n } = scene;
  const { words, A, S } = chain;
  const last = words.length - 1;
  const top = strongest(A[last]);
  const name = words[top];
  const [width, height] = [126, 138];
  const step = width / words.length;
  return svg`
    ${pixels('X', 'word', chain.X, 54, 230, [84, 136], last)} ${wordsAt(words, 46, 230, 136 / words.length, 'small')}
    ${(['Q', 'K', 'V'] as const).map((letter, i) => {
      const y = [84, 254, 444][i] as number;
      return svg`
        ${pixels(`W_${letter}`, ROLES[letter], chain[`W_${letter}`], 176, y, [60, 76])}
        ${label(206, y - 20, nameOf(letter), `title middle ${ROLES[letter]}`)}
        ${pixels(letter, ROLES[letter], chain[letter], 312, TOPS[letter], [80, 128], last)}`;
    })}
    ${pixels('S', 'score', S, 462, 150, [width, height], last)} ${pixels('A', 'weight', A, 622, 150, [width, height], last)}
    ${label(462 + (top + 0.5) * step, 131, name, 'word middle')}
    ${label(622 + (top + 0.5) * step, 131, name, 'word middle')}
    ${label(525, 318, short(scene, S[last]?.[top] ?? 0), 'middle score moment')}
    ${label(685, 318, shareText(i18n, A[last]?.[top]), 'middle weight moment')}
    ${label(604, 346, scene.t('maskedSoftmax'), 'middle quiet')}
    ${pixels('Z', 'output', chain.Z, 656, 420, [80, 128], last)}
    ${bars(chain.V[top] ?? [], 424, 448, 'value', scene.t('valueOf', { word: name ?? '' }))}
    ${bars(chain.Z[last] ?? [], 424, 526, 'output', scene.t('outputOf', { word: words[last] ?? '' }))}`;
}

function bars(list: readonly number[], x: number, base: number, role: Role, name: string) {
  const most = Math.max(...list.map(Math.abs)) || 1;
  const width = 200 / Math.max(list.length, 1);
  return svg`
    ${label(x, base - 42, name, role)}
    <g class=${role}>${list.map((value, i) => {
      const height = (26 * Math.abs(value)) / most;
      return svg`<rect class=${value < 0 ? 'pixel negative' : 'pixel'} x=${x + i * width} y=${value < 0 ? base : base - height}
        width=${width - 3} height=${height} fill-opacity=${value < 0 ? 0.03 : 1} />`;
    })}</g>
    <path class="axis" d="M${x} ${base} h200" />`;
}

export function phoneSentence(scene: AttentionScene, { words, A, S, Z }: Sentence) {
  const { i18n, t } = scene;
  const last = words.length - 1;
  const [word = '', row = [], scores = []] = [words[last], A[last], S[last]];
  const top = strongest(row);
  const side = 189;
  const cell = side / words.length;
  return svg`
    ${titleOf(scene, 'A', 16, 14)} ${label(110 + (top + 0.5) * cell, 14, words[top], 'word middle followed')} ${wordsAt(words, 100, 28, cell)}
    ${pixels('A', 'weight', A, 110, 28, [side, side], last)}
    ${label(16, 246, svg`${word} → ${words[top]}`, 'word')}
    <g data-part="S">${label(236, 246, `${t('score')} ${short(scene, scores[top] ?? 0)}`, 'score moment middle')}</g>
    ${label(374, 246, shareText(i18n, row[top]), 'weight moment end')}
    <g data-part="Z">${bars(Z[last] ?? [], 30, 318, 'output', t('outputOf', { word }))}</g>`;
}
