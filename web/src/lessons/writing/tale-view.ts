// SPDX-License-Identifier: MIT
// A tale as text, the candidates for its last token, and for each head the token with the largest weight.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import { widthOf } from '../../marks/sentence.ts';
import { fitted, tokenText } from './lens-view.ts';
import { type Choice, choices } from './next-view.ts';
import { shownPiece, type WritingScene } from './parts.ts';
import type { Candidate, Tale } from './tale.ts';

const PLACES = {
  wide: {
    text: { left: 20, width: 720, top: 24, size: 19, line: 30, most: 10 },
    list: { left: 20, title: 342, end: 118, from: 128, width: 170, top: 382, step: 30, count: 7 },
    /** `names`: the width of the names of layers; `width`, `height`: of all cells together. */
    looks: { left: 400, title: 342, names: 60, top: 390, width: 280, height: 180 },
  },
  phone: {
    text: { left: 10, width: 370, top: 16, size: 16, line: 22, most: 7 },
    list: { left: 10, title: 174, end: 104, from: 114, width: 180, top: 200, step: 22, count: 4 },
    looks: { left: 10, title: 292, names: 58, top: 324, width: 312, height: 144 },
  },
} as const;

/** The height on a phone, however long the tale is, so that the buttons below do not move. */
export const taleHeight = 472;

/** The opacity of the text that the tale continues. */
const GIVEN = 0.66;

type Kind = 'given' | 'written' | 'last';
interface Letter {
  readonly letter: string;
  readonly kind: Kind;
}

function lettersOf({ numbers }: WritingScene, { written }: Tale): readonly Letter[] {
  const of = (text: string, kind: Kind) => [...text].map((letter): Letter => ({ letter, kind }));
  const given = numbers.pieces.flatMap(({ text, isUnknown }) =>
    of(isUnknown ? shownPiece(text) : text, 'given'),
  );
  const last = written.at(-1) ?? '';
  // The last token is underlined, except for its space. A token that is only a space or a line end becomes "·" or "¶".
  const word = last.trim();
  const end =
    word === ''
      ? of(shownPiece(last), 'last')
      : [...last].map(
          (letter): Letter => ({ letter, kind: letter.trim() === '' ? 'written' : 'last' }),
        );
  return [...given, ...written.slice(0, -1).flatMap((text) => of(text, 'written')), ...end];
}

const wide = (letters: readonly Letter[]): number =>
  widthOf(letters.map(({ letter }) => letter).join(''));

/** A word that is wider than this share of a line is broken into two. */
const LONGEST = 0.8;

/** Breaks a text at spaces into lines that are at most `room` ems wide. */
function linesOf(letters: readonly Letter[], room: number): readonly (readonly Letter[])[] {
  const lines: Letter[][] = [[]];
  let word: Letter[] = [];
  const place = () => {
    const line = lines.at(-1) as Letter[];
    if (line.length === 0) line.push(...word.filter(({ letter }) => letter !== ' '));
    else if (wide(line) + wide(word) <= room) line.push(...word);
    else lines.push(word.filter(({ letter }) => letter !== ' '));
    word = [];
  };
  for (const one of letters) {
    const isEnd = one.letter === '\n';
    const isLong = wide(word) > LONGEST * room;
    if (isEnd || isLong || one.letter === ' ') place();
    if (isLong) lines.push([]);
    if (!isEnd) word.push(one);
    else if (lines.at(-1)?.length) lines.push([]);
  }
  place();
  return lines;
}

/** Joins neighbouring letters of the same kind to one text. */
function runsOf(line: readonly Letter[]): readonly Letter[] {
  const runs: Letter[] = [];
  for (const { letter, kind } of line) {
    const before = runs.at(-1);
    if (before?.kind === kind) runs[runs.length - 1] = { letter: before.letter + letter, kind };
    else runs.push({ letter, kind });
  }
  return runs;
}

const run = ({ letter, kind }: Letter) =>
  svg`<tspan fill-opacity=${kind === 'given' ? GIVEN : nothing} class=${kind === 'last' ? 'followed marked' : nothing}>${letter}</tspan>`;

export function tale(scene: WritingScene, layout: Layout) {
  const { t } = scene;
  const { text, list, looks } = PLACES[layout];
  const told = scene.numbers.tale();
  const lines = linesOf(lettersOf(scene, told), text.width / text.size);
  const shown = lines.slice(-text.most);
  return svg`
    <g data-part="written">
      ${shown.map((line, i) => {
        const isCut = i === 0 && shown.length < lines.length;
        return svg`<text x=${text.left} y=${text.top + i * text.line} class="word sized" font-size=${text.size}>${isCut ? '… ' : ''}${runsOf(line).map(run)}</text>`;
      })}
    </g>
    <g data-part="candidates">
      ${label(list.left, list.title, t('tale.candidates'), 'title')}
      ${choices(scene, choicesOf(scene, told, list.count), list)}
    </g>
    <g data-part="looked">
      ${label(looks.left, looks.title, t('tale.looked'), 'title')}
      ${looksMark(scene, told, looks)}
    </g>`;
}

/** The mark of omitted candidates. */
const GAP: Choice = { text: '⋮' };

/** The most probable candidates for the last token. The drawn candidate is appended if it is less probable. */
function choicesOf(
  { numbers, t }: WritingScene,
  { candidates, drawn }: Tale,
  most: number,
): readonly Choice[] {
  const possible = candidates.filter(({ share }) => share > 0);
  const first = possible.slice(0, most);
  const isIn = drawn === undefined || first.some(({ token }) => token === drawn.token);
  const choice = ({ token, share }: Candidate): Choice => {
    const isDrawn = token === drawn?.token;
    return {
      ...{ text: numbers.textOf(token), share },
      ...{ kind: isDrawn ? 'followed' : '', note: isDrawn ? t('tale.drawn') : '' },
    };
  };
  return isIn ? first.map(choice) : [...first.slice(0, -2).map(choice), GAP, choice(drawn)];
}

/** The minimum [width, height] of cells with a word, and of cells with a word and a weight. */
const NAMED = [30, 17] as const;
const NUMBERED = [46, 34] as const;

function looksMark(
  { i18n, t }: WritingScene,
  { looks }: Tale,
  { left, names, top, width, height }: (typeof PLACES)[Layout]['looks'],
) {
  const cell = [width / (looks[0]?.length ?? 1), height / looks.length] as const;
  const isWith = ([least, lowest]: readonly [number, number]) =>
    cell[0] >= least && cell[1] >= lowest;
  const [isNamed, isNumbered] = [isWith(NAMED), isWith(NUMBERED)];
  const start = left + names;
  return svg`
    ${isNamed ? looks[0]?.map((_, head) => label(start + (head + 0.5) * cell[0], top - 14, t('map.head', { head: head + 1 }), 'middle quiet')) : nothing}
    ${looks.map((row, layer) => {
      const y = top + layer * cell[1];
      return svg`
        ${isNamed ? label(start - 8, y + cell[1] / 2, t('map.layer', { layer: layer + 1 }), 'end quiet') : nothing}
        ${row.map(({ text, weight }, head) => {
          const x = start + head * cell[0];
          const middle = x + cell[0] / 2;
          const word = y + cell[1] / 2 - (isNumbered ? 9 : 0);
          return svg`
            <g class="matrix weight">
              <rect class="cell" x=${x + 1} y=${y + 1} width=${cell[0] - 2} height=${cell[1] - 2} rx="4" fill-opacity=${weight} />
              <rect class="axis faint" x=${x + 1} y=${y + 1} width=${cell[0] - 2} height=${cell[1] - 2} rx="4" />
            </g>
            ${isNamed ? fitted(middle, word, tokenText(text), cell[0] - 10, 15, 'middle') : nothing}
            ${isNumbered ? label(middle, y + cell[1] / 2 + 10, shareText(i18n, weight), 'middle tick') : nothing}`;
        })}`;
    })}`;
}
