// SPDX-License-Identifier: MIT
// The drawings of a layer: the residual stream, and the parts that read from it and add to it. In the last scene, notes
// beside the drawing give the purpose of each part and link to the lessons about it.
import { nothing, svg } from 'lit';
import { lessonTitle } from '../../i18n/lesson-names.ts';
import { label } from '../../marks/label.ts';
import { outlined } from '../../marks/matrix.ts';
import { type BlockScene, type Parts, tipLeft, tipUp } from './parts.ts';

/** x of the residual stream and of the middle of the boxes. */
const STREAM = 26;
const MIDDLE = 128;
const BOX = 136;
const NOTES = 236;

/** The lessons that are linked beside attention, beside the words (below the layer) and beside the next layer. */
const ABOUT = {
  attention: [
    ...['kernel-regression', 'softmax', 'similarity', 'query-key', 'scaling', 'masking'],
    ...['multi-head', 'self-attention'],
  ],
  words: ['order'],
  next: ['learning', 'cost'],
} as const;

const line = (d: string) => svg`<path class="arrow quiet" d=${d} />`;
const tip = (d: string) => svg`<path class="tip quiet" d=${d} />`;

const box = (y: number, height: number, name: string, kind = '') => svg`
  <rect class="box ${kind}" x=${MIDDLE - BOX / 2} y=${y} width=${BOX} height=${height} rx="10" />
  ${label(MIDDLE, y + height / 2, name, `middle title ${kind}`)}`;

const add = (y: number) => svg`
  <circle class="plus" cx=${STREAM} cy=${y} r=${RADIUS} />
  <path class="plus" d="M${STREAM - 7} ${y}h14M${STREAM} ${y - 7}v14" />`;

const RADIUS = 15;

/** y of the places of a branch from the residual stream: from `fork` through a norm and a part, and back at `sum`. */
type Half = Readonly<Record<'sum' | 'part' | 'norm' | 'fork', number>>;
export interface LayerPlaces {
  readonly top: number;
  readonly network: Half;
  readonly attention: Half;
  readonly foot: number;
  /** The heights of the boxes of parts and of norms. */
  readonly boxes: readonly [part: number, norm: number];
}

const branch = ({ sum, part, norm, fork }: Half, [height, low]: LayerPlaces['boxes']) => svg`
  ${line(`M${STREAM} ${fork} H${MIDDLE} V${norm + low}`)}
  ${line(`M${MIDDLE} ${norm} V${part + height + 2}`)} ${tip(tipUp(MIDDLE, part + height))}
  ${line(`M${MIDDLE} ${part} V${sum} H${STREAM + RADIUS + 3}`)} ${tip(tipLeft(STREAM + RADIUS + 1, sum))}`;

/** The whole layer. Parts that later scenes explain are outlines. */
export function layer(scene: BlockScene, view: Parts, places: LayerPlaces) {
  const { t } = scene;
  const { top, network, attention, foot, boxes } = places;
  const [height, low] = boxes;
  return svg`
    <g data-part="attention" opacity=${outlined(view.attention)}>
      ${branch(attention, boxes)} ${box(attention.part, height, t('part.attention'), view.attention > 0.5 ? 'lit' : '')}
    </g>
    <g data-part="network" opacity=${outlined(view.network)}>
      ${branch(network, boxes)} ${box(network.part, height, t('part.network'))}
    </g>
    <g data-part="norms" opacity=${outlined(view.norms)}>
      ${box(attention.norm, low, t('part.norm'))} ${box(network.norm, low, t('part.norm'))}
    </g>
    ${line(`M${STREAM} ${foot - 16} V${attention.fork} M${STREAM} ${attention.sum - RADIUS} V${network.fork} M${STREAM} ${network.sum - RADIUS} V${top + 20}`)}
    ${tip(tipUp(STREAM, top + 18))}
    <g data-part="stream" opacity=${outlined(view.stream)}>
      ${line(`M${STREAM} ${attention.fork} V${attention.sum + RADIUS} M${STREAM} ${network.fork} V${network.sum + RADIUS}`)}
      ${add(attention.sum)} ${add(network.sum)}
    </g>
    ${label(STREAM - 14, top, t('part.next'), 'quiet')} ${label(STREAM - 14, foot, t('part.words'), 'word')}`;
}

/** The name of a lesson, as a link if it has an address. It is not in the tab order, because the text has this link. */
function link({ i18n, addressOf }: BlockScene, lesson: string, x: number, y: number) {
  const address = addressOf(lesson);
  const name = label(x, y, lessonTitle(i18n, lesson), address ? 'to-lesson' : 'quiet');
  return address ? svg`<a href=${address} tabindex="-1">${name}</a>` : name;
}

const COLUMN = 176;
const COLUMNS = 3;

export function lessonNotes(scene: BlockScene) {
  const { t } = scene;
  const links = (lessons: readonly string[], y: number, x = NOTES) =>
    lessons.map((lesson, i) =>
      link(scene, lesson, x + COLUMN * (i % COLUMNS), y + 28 * Math.floor(i / COLUMNS)),
    );
  const note = (y: number, name: string, more?: string) => svg`
    ${label(NOTES, y, name, 'title')} ${more ? label(NOTES, y + 23, more, 'quiet') : nothing}`;
  return svg`
    ${links(ABOUT.next, 40)}
    <g data-part="stream">${note(160, t('note.stream'), t('note.streamMore'))}</g>
    <g data-part="network">${note(215, t('note.network'), t('note.networkMore'))}</g>
    <g data-part="norms">${note(279, t('note.norm'))}</g>
    <g data-part="attention">${note(388, t('note.attention'))} ${links(ABOUT.attention, 418)}</g>
    ${links(ABOUT.words, 564)}`;
}

export const STRIP_HEIGHT = 92;

/** The y of the stream and of the middle of the boxes, the height of the boxes, and [x, width] of each box. */
const STRIP = {
  stream: 18,
  middle: 62,
  height: 36,
  norm: [64, 104],
  attention: [192, 116],
} as const;
const [FORK, SUM] = [44, 334];

/** The first half of the layer, drawn from left to right for a phone: the stream, and attention below it. */
export function strip({ t }: BlockScene, view: Parts) {
  const { stream, middle, height, norm, attention } = STRIP;
  const end = attention[0] + attention[1];
  const right = (x: number, y: number) => tip(`M${x - 10} ${y - 5}L${x} ${y}L${x - 10} ${y + 5}z`);
  const part = ([x, width]: readonly [number, number], name: string, kind = '') => svg`
    <rect class="box ${kind}" x=${x} y=${middle - height / 2} width=${width} height=${height} rx="10" />
    ${label(x + width / 2, middle, name, `middle title ${kind}`)}`;
  return svg`
    <g data-part="attention">
      ${line(`M${FORK} ${stream} V${middle} H${norm[0]} M${norm[0] + norm[1]} ${middle} H${attention[0] - 4} M${end} ${middle} H${SUM} V${stream + 15}`)}
      ${right(attention[0], middle)} ${part(attention, t('part.attention'), 'lit')}
    </g>
    <g data-part="norms" opacity=${outlined(view.norms)}>${part(norm, t('part.norm'))}</g>
    ${line(`M10 ${stream} H${FORK} M${SUM + 14} ${stream} H374`)} ${right(380, stream)}
    <g data-part="stream" opacity=${outlined(view.stream)}>
      ${line(`M${FORK} ${stream} H${SUM - 14}`)}
      <circle class="plus" cx=${SUM} cy=${stream} r="14" />
      <path class="plus" d="M${SUM - 7} ${stream}h14M${SUM} ${stream - 7}v14" />
    </g>`;
}
