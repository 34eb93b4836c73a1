// SPDX-License-Identifier: MIT
// The first half of the layer in a row, for a phone: the stream, and attention beside it.
import { type SVGTemplateResult, svg } from 'lit';
import { label } from '../../marks/label.ts';
import { outlined } from '../../marks/matrix.ts';
import type { BlockScene, Parts } from './parts.ts';

export const STRIP_HEIGHT = 92;

/** The stream and the middle of the boxes. */
const STREAM = 18;
const MIDDLE = 62;
const HEIGHT = 36;
const [FORK, SUM] = [44, 334];
const [NORM, ATTENTION] = [
  [64, 104],
  [192, 116],
] as const;

const line = (d: string) => svg`<path class="arrow quiet" d=${d} />`;
const tipRight = (x: number, y: number) =>
  svg`<path class="tip quiet" d="M${x - 10} ${y - 5}L${x} ${y}L${x - 10} ${y + 5}z" />`;

const box = ([x, width]: readonly [number, number], name: string, kind = '') => svg`
  <rect class="box ${kind}" x=${x} y=${MIDDLE - HEIGHT / 2} width=${width} height=${HEIGHT} rx="10" />
  ${label(x + width / 2, MIDDLE, name, `middle title ${kind}`)}`;

export function strip({ t }: BlockScene, view: Parts): SVGTemplateResult {
  const end = ATTENTION[0] + ATTENTION[1];
  return svg`
    <g data-part="attention">
      ${line(`M${FORK} ${STREAM} V${MIDDLE} H${NORM[0]} M${NORM[0] + NORM[1]} ${MIDDLE} H${ATTENTION[0] - 4} M${end} ${MIDDLE} H${SUM} V${STREAM + 15}`)}
      ${tipRight(ATTENTION[0], MIDDLE)} ${box(ATTENTION, t('part.attention'), 'lit')}
    </g>
    <g data-part="norms" opacity=${outlined(view.norms)}>${box(NORM, t('part.norm'))}</g>
    ${line(`M10 ${STREAM} H${FORK} M${SUM + 14} ${STREAM} H374`)} ${tipRight(380, STREAM)}
    <g data-part="stream" opacity=${outlined(view.stream)}>
      ${line(`M${FORK} ${STREAM} H${SUM - 14}`)}
      <circle class="plus" cx=${SUM} cy=${STREAM} r="14" />
      <path class="plus" d="M${SUM - 7} ${STREAM}h14M${SUM} ${STREAM - 7}v14" />
    </g>`;
}
