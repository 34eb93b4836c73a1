// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { type MatrixMark, matrixMark, outlined, type Role } from '../../marks/matrix.ts';
import type { Chain } from './compute.ts';
import {
  type AttentionScene,
  arrow,
  FOLLOWED,
  layer,
  nameOf,
  type Parts,
  ROLES,
  short,
  TOPS,
  threeWords,
  tips,
  titleOf,
  weightText,
  wordsAbove,
  wordsAt,
} from './parts.ts';
import { phone } from './phone.ts';
import { plane } from './plane.ts';
import { sentence } from './sentence.ts';

export function draw(scene: AttentionScene, view: Parts, layout: Layout) {
  return layout === 'wide' ? wide(scene, view) : phone(scene, view);
}

function wide(scene: AttentionScene, view: Parts) {
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
function map(scene: AttentionScene, view: Parts) {
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
      ${arrow('M593 220 h18', 'weight', shares)} ${arrow('M746 300 V408', 'weight', output)}
      ${arrow('M352 550 V568 H704 V552', 'value', output)}
      ${titleOf(scene, 'X', 136, 206, 'end')}
      ${(['Q', 'K', 'V'] as const).map(
        (letter) =>
          svg`<g opacity=${outlined(letter === 'V' ? values : queries)}>
          ${titleOf(scene, letter, 306, TOPS[letter] - 18)}</g>`,
      )}
      <g opacity=${outlined(scores)}>${titleOf(scene, 'S', 462, 100)}</g>
      <g opacity=${outlined(shares)}>${titleOf(scene, 'A', 622, 100)}</g>
      <g opacity=${outlined(output)}>${titleOf(scene, 'Z', 656, 400)}</g>
    </g>`;
}

function small(scene: AttentionScene, view: Parts) {
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
    ${mark('S', 'score', { x: 462, y: 150, cell: [42, 46], share: scores })}
    <g opacity=${scores}>${wordsAbove(words, 462, 131, 42, 'small')} ${wordsAt(words, 454, 150, 46, 'small')}</g>
    ${mark('A', 'weight', { x: 622, y: 150, cell: [44, 46], share: shares, size: 13.2, write: (value) => weightText(scene, value) })}
    <g opacity=${shares}>${wordsAbove(words, 622, 131, 44, 'small')}
      ${label(604, 316, scene.t('softmax'), 'middle quiet')}</g>
    ${mark('Z', 'output', { x: 656, y: 420, cell: [48, 40], share: output, size: 16 })}
    ${shown(output, () => plane(scene, chain, { place: [424, 400, 204, 140], side: 30, inside: view.inside }))}`;
}
