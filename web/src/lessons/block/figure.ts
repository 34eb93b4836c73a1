// SPDX-License-Identifier: MIT
import { html, nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { WAYS } from './compute.ts';
import { type LayerPlaces, layer, lessonNotes, STRIP_HEIGHT, strip } from './layer-view.ts';
import { type MatrixPlaces, matricesView } from './matrices-view.ts';
import type { BlockScene, Parts } from './parts.ts';
import { phoneRemoval, removalHeight, wideRemoval } from './removal-view.ts';
import { type StackPlaces, stackView } from './stack-view.ts';

const WIDE_LAYER: LayerPlaces = {
  ...{ top: 40, foot: 564, boxes: [44, 34] },
  network: { sum: 172, part: 204, norm: 262, fork: 320 },
  attention: { sum: 370, part: 402, norm: 462, fork: 520 },
};
const PHONE_LAYER: LayerPlaces = {
  ...{ top: 16, foot: 404, boxes: [36, 30] },
  network: { sum: 92, part: 116, norm: 166, fork: 214 },
  attention: { sum: 250, part: 274, norm: 324, fork: 372 },
};
const WIDE_STACK: StackPlaces = {
  before: { x: 318, y: 74, width: 196, height: 198 },
  after: { x: 556, y: 74, width: 196, height: 198 },
  distance: { x: 306, y: 356, width: 196, height: 180 },
  lengths: { x: 572, y: 356, width: 180, height: 180 },
  isPhone: false,
};
const PHONE_STACK: StackPlaces = {
  before: { x: 80, y: 36, width: 134, height: 126 },
  after: { x: 242, y: 36, width: 134, height: 126 },
  distance: { x: 62, y: 180, width: 314, height: 62 },
  lengths: { x: 62, y: 34, width: 314, height: 80 },
  isPhone: true,
};
const WIDE_MATRICES: MatrixPlaces = {
  ...{ side: 74, gap: 16, x: 262, tops: [58, 222] },
  table: { x: 262, y: 380, step: 50, ends: [490, 570] },
};
const PHONE_MATRICES: MatrixPlaces = {
  ...{ side: 30, gap: 16, x: 20, tops: [36, 114] },
  table: { x: 20, y: 276, step: 27, ends: [285, 372] },
};

export function draw(scene: BlockScene, view: Parts, layout: Layout) {
  return layout === 'wide'
    ? html`<svg viewBox="0 0 760 580" class="block">${layer(scene, view, WIDE_LAYER)} ${wide(scene, view)}</svg>`
    : html`<svg viewBox="0 0 390 ${phoneHeight(scene, view)}" class="block">${phone(scene, view)}</svg>`;
}

/** The heights of the phone's figure below the strip: with the words and their distance, and with the two plots. */
const STACK_HEIGHTS = [208, 266] as const;

const ofStack = (view: Parts): number => Math.max(...WAYS.map((way) => view[way]));

function wide(scene: BlockScene, view: Parts) {
  const { stack, removal } = scene.numbers;
  return svg`
    ${stack ? shown(ofStack(view), () => stackView(scene, stack, view, WIDE_STACK)) : nothing}
    ${stack && removal ? shown(view.removal, () => wideRemoval(scene, stack.words, removal)) : nothing}
    ${shown(view.matrices, () => matricesView(scene, view, WIDE_MATRICES))}
    ${shown(view.map, () => lessonNotes(scene))}`;
}

function phoneHeight(scene: BlockScene, view: Parts): number {
  if (ofStack(view) > 0) return STRIP_HEIGHT + STACK_HEIGHTS[view.lengths > 0 ? 1 : 0];
  if (view.removal > 0) return removalHeight(scene.numbers.stack?.words.length ?? 0);
  if (view.matrices > 0) return view.counts > 0 ? 344 : 242;
  return 420;
}

function phone(scene: BlockScene, view: Parts): unknown {
  const { stack, removal } = scene.numbers;
  if (view.map > 0) return phoneMap(scene, view);
  if (view.matrices > 0) return matricesView(scene, view, PHONE_MATRICES);
  if (stack === undefined || removal === undefined) return nothing;
  return view.removal > 0
    ? phoneRemoval(scene, stack.words, removal)
    : svg`${strip(scene, view)} <g transform="translate(0 ${STRIP_HEIGHT})">${stackView(scene, stack, view, PHONE_STACK)}</g>`;
}

/** The layer with a note on the purpose of each part. The links to the lessons are in the text of the lesson. */
function phoneMap(scene: BlockScene, view: Parts) {
  const { t } = scene;
  const { network, attention, boxes } = PHONE_LAYER;
  const note = (y: number, text: string) => label(212, y, text, 'quiet');
  const [middle, low] = [boxes[0] / 2, boxes[1] / 2];
  return svg`
    ${layer(scene, view, PHONE_LAYER)}
    ${note(network.sum, t('note.stream'))} ${note(network.part + middle, t('note.network'))} ${note(network.norm + low, t('note.norm'))}
    ${note(attention.part + middle, t('note.attention'))} ${note(attention.norm + low, t('note.norm'))}`;
}
