// SPDX-License-Identifier: MIT
// The model's most probable next words: with all heads, without the first head, and without the second.
import { svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label } from '../../marks/label.ts';
import type { Sentence } from './heads.ts';
import { type HeadsScene, shownWord } from './parts.ts';

const WAYS = ['all', 'withoutFirst', 'withoutSecond'] as const;
/** Words with a smaller probability are not named. */
const LEAST = 0.001;

/** @param place  `from` is the left end of the bars; `width` is the length of a bar for the probability 1 */
export function nextView(
  scene: HeadsScene,
  { next }: Sentence,
  place: Readonly<Record<'left' | 'from' | 'width' | 'top' | 'step', number>>,
) {
  const { t, i18n } = scene;
  const { left, from, width, top, step } = place;
  const isBeside = from > left;
  return svg`${WAYS.map((way, i) => {
    const y = top + i * step;
    const [best, ...others] = next[i]?.words ?? [];
    const share = best?.probability ?? 0;
    const rest = others
      .filter(({ probability }) => probability >= LEAST)
      .map(({ word, probability }) => `${shownWord(scene, word)} ${shareText(i18n, probability)}`);
    return svg`
      <g data-part=${way}>
        ${label(left, isBeside ? y : y - 24, t(`next.${way}`), 'title')}
        <rect class="bar" x=${from} y=${y - 11} width=${Math.max(1, width * share)} height="22" rx="2" />
        ${label(
          from + width * share + 10,
          y,
          svg`<tspan class="word">${shownWord(scene, best?.word)}</tspan> ${shareText(i18n, share)}`,
          'moment',
        )}
        ${label(from, y + 23, rest.join(' · '), 'quiet')}
      </g>`;
  })}`;
}
