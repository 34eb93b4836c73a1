// SPDX-License-Identifier: MIT

import { html, nothing, svg } from 'lit';
import { sentenceLanguage } from '../../engine/sentences/languages.ts';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import sentences from '../../lesson/sentences.json';
import { label, shown, viewBoxOf } from '../../marks/label.ts';
import { maskedMark } from '../../marks/masked.ts';
import type { Matrix } from '../matrix.ts';
import {
  cellOf,
  type Parts,
  PLACES,
  type Place,
  padding,
  type SightScene,
  sizeOf,
  wordMark,
} from './parts.ts';
import { phoneNotes, phoneWords } from './phone.ts';
import type { Padded, Sight } from './sight.ts';
import { wideNotes, wideWords } from './wide.ts';

const PERCENT = '%';

/** The text of a weight in a cell. Empty for positive weights below 0.5 %. Narrow cells have no percent sign. */
function cellText({ i18n }: SightScene, weight: number, isNarrow: boolean): string {
  if (Number.isNaN(weight)) return '0÷0';
  if (weight > 0 && weight < 0.005) return '';
  if (!isNarrow) return shareText(i18n, weight, 0);
  return weight < 1 && weight >= 0.995 ? '>99' : i18n.number(100 * weight, { decimals: 0 });
}

const isNarrow = ({ width }: Place) => width < 400;

export function draw(scene: SightScene, view: Parts, layout: Layout) {
  const { sight, padded } = scene.numbers;
  const isWide = layout === 'wide';
  return html`
    <svg viewBox=${viewBoxOf(layout, phoneHeight(scene, view))} class="masking">
      ${sight && shown(view.words, () => (isWide ? wideWords : phoneWords)(scene, sight))}
      ${sight && (isWide || view.row === 0) ? sightOf(scene, sight, view, PLACES[layout]) : nothing}
      ${padded && paddedOf(scene, padded, view, PLACES[layout])}
      ${sight && padded && (isWide ? wideNotes : phoneNotes)(scene, sight, padded, view, PLACES[layout])}
    </svg>`;
}

/** The height of the figure on a phone, where it contains only the parts of its step. */
function phoneHeight({ numbers, i18n }: SightScene, view: Parts): number {
  const { y, height } = PLACES.phone;
  const { sight } = numbers;
  // Until the model is loaded, the height is that for the lesson's own sentence, so the content below does not move.
  const { length: size } = sight?.words ?? sentences[sentenceLanguage(i18n.language)][0] ?? [];
  if (view.words > 0) return 40 + 32 * Math.max(size - 1, 1);
  if (view.row > 0) return 66 + 24 * size;
  if (view.constants > 0) return y + height + 64;
  return y + height + (view.open + view.batch > 0 ? 42 : 12);
}

/** The matrices of the sentence, with its words as names of rows and columns. */
function sightOf(scene: SightScene, sight: Sight, view: Parts, place: Place) {
  const { words, open, masked, leak, row } = sight;
  const { x, y } = place;
  const [width, height] = cellOf(place, words.length);
  const share = Math.max(view.open, view.masked, view.leak);
  const isLater = (i: number, j: number) => j > i;
  const isRowLit = Math.max(view.open, view.leak, view.row, view.back) > 0.5;
  return svg`
    ${shown(share, () => names(scene, words, place, isRowLit ? row.from : undefined))}
    ${shown(view.open, () => svg`${matrix(scene, 'open', open, place, () => false)} ${stairs(place, words.length)}`)}
    ${shown(view.masked, () => matrix(scene, 'masked', masked, place, isLater, (i) => (i === 0 ? view.first : 1)))}
    ${shown(view.leak, () => matrix(scene, 'leak', leak.weights, place, isLater))}
    ${shown(Math.max(view.open, view.leak, view.row, view.back), () => frame(place, words.length, row.from))}
    ${shown(
      view.unknown * view.masked,
      () => svg`
        <rect class="unknown" x=${x + 2} y=${y + 1} width=${width - 4} height=${height - 2} rx="4" />
        ${label(x + width / 2, y + height / 2, '?', 'middle moment')}`,
    )}`;
}

/** The matrices of the shorter text, whose first places are padding. */
function paddedOf(scene: SightScene, padded: Padded, view: Parts, place: Place) {
  const { words, pads, filled, ruled } = padded;
  const { x, y, width } = place;
  const [, height] = cellOf(place, words.length);
  const isHidden = (i: number, j: number) => j > i || j < pads;
  const share = Math.max(view.padded, view.ruled);
  return svg`
    ${shown(share, () => names(scene, words, place, 0))}
    ${shown(view.padded, () => matrix(scene, 'padded', filled, place, isHidden, (i) => (i < pads ? view.equal : 1)))}
    ${shown(view.ruled, () => matrix(scene, 'ruled', ruled, place, isHidden))}
    ${shown(share, () => frame(place, words.length, 0))}
    ${shown(
      view.unknown * view.padded,
      () => svg`
        <rect class="unknown" x=${x + 3} y=${y + 4} width=${width - 6} height=${height - 8} rx="4" />
        <circle class="plus" cx=${x + width / 2} cy=${y + height / 2} r="13" />
        ${label(x + width / 2, y + height / 2, '?', 'middle moment')}`,
    )}`;
}

function matrix(
  scene: SightScene,
  part: 'open' | 'masked' | 'leak' | 'padded' | 'ruled',
  weights: Matrix,
  place: Place,
  isHidden: (i: number, j: number) => boolean,
  shareOf: (i: number) => number = () => 1,
) {
  const cell = cellOf(place, weights.length);
  return maskedMark({
    ...{ part, hiddenPart: 'hidden', weights, isHidden, x: place.x, y: place.y, cell, shareOf },
    size: cell[0] > 45 ? 15 : 13,
    write: (weight) => cellText(scene, weight, isNarrow(place)),
  });
}

/** The border between visible and later words: a staircase along the diagonal. */
function stairs(place: Place, size: number) {
  const [width, height] = cellOf(place, size);
  const steps = Array.from({ length: size - 1 }, () => `v${height}h${width}`);
  return svg`<path class="tangent" d="M${place.x + width} ${place.y}${steps.join('')}v${height}" />`;
}

const frame = (place: Place, size: number, row: number) => {
  const [, height] = cellOf(place, size);
  return svg`<rect class="row" x=${place.x - 1} y=${place.y + row * height} width=${place.width + 2} height=${height} rx="6" />`;
};

/** The words beside the rows and above the columns. Above narrow columns, the words alternate between two lines. */
function names({ t }: SightScene, words: readonly string[], place: Place, row: number | undefined) {
  const { x, y } = place;
  const [width, height] = cellOf(place, words.length);
  const isTight = width < 45;
  const down = (j: number) => y - (isTight && j % 2 === 0 ? 32 : 15);
  const size = sizeOf(words, width * (isTight ? 1.9 : 0.96));
  const rowSize = sizeOf(words, x - 26);
  return svg`
    ${words.map((word, i) =>
      word === ''
        ? padding(x - 22, y + (i + 0.5) * height, 20)
        : wordMark(
            word,
            x - 10,
            y + (i + 0.5) * height,
            rowSize,
            i === row ? 'end followed' : 'end',
          ),
    )}
    ${words.map((word, j) =>
      word === ''
        ? padding(x + (j + 0.5) * width, down(j), 20)
        : wordMark(word, x + (j + 0.5) * width, down(j), size, 'middle'),
    )}
    ${isNarrow(place) ? label(x - 10, y - 15, PERCENT, 'end quiet') : svg`${label(x, y - 44, t('head.keys'), 'title key')} ${label(x - 12, y - 44, t('head.queries'), 'end title query')}`}`;
}
