// SPDX-License-Identifier: MIT
import { nothing, type SVGTemplateResult, svg } from 'lit';
import { label } from '../../marks/label.ts';
import type { AttentionScene } from './names.ts';

/** The map of a whole layer, from the words at its foot to the next word. */
export function layer({ t }: AttentionScene, width: number): SVGTemplateResult {
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
  // A text that is wider than its boxes begins at the margin of a phone.
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
