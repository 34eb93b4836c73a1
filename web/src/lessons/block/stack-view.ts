// SPDX-License-Identifier: MIT
// The words before and after a stack of layers, and plots of their length and of their distance from their mean.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import { label, shown } from '../../marks/label.ts';
import { pixelMark } from '../../marks/matrix.ts';
import { type Measure, MOST_LAYERS, type Stack, WAYS, type Way } from './compute.ts';
import type { BlockScene, Parts } from './parts.ts';

type Box = Readonly<Record<'x' | 'y' | 'width' | 'height', number>>;

export interface StackPlaces
  extends Readonly<Record<'before' | 'after' | 'distance' | 'lengths', Box>> {
  readonly isPhone: boolean;
}

/** The scene is about the last kind of layer whose visibility is above this. */
const PRESENT = 0.7;
/** The visibility of a kind of layer from an earlier scene. */
const EARLIER = 0.4;

const shareOf = (share: number): number => Math.max(0, (share - EARLIER) / (1 - EARLIER));

const presentOf = (view: Parts): Way => WAYS.findLast((way) => view[way] > PRESENT) ?? 'alone';

function table(
  scene: BlockScene,
  { words, rows }: Stack,
  part: 'before' | 'after',
  { x, y, width, height }: Box,
  way?: Way,
) {
  const list = rows(way);
  const cell = [width / (list[0]?.length ?? 1), height / words.length] as const;
  const title =
    part === 'before' ? scene.t('before') : scene.t('after', { count: scene.numbers.depth });
  return svg`
    ${label(x - 4, y - 22, title, 'title')}
    ${pixelMark({ part, role: 'word', rows: list, x, y, cell })}`;
}

const POWERS = [0, 4, 8];
const TEN = ['1', '10⁴', '10⁸'];
const MOST_POWER = 8;

/** Maps a measure to its height in a plot, from 0 to 1. */
const heightOf = {
  distance: ({ distance }: Measure) => distance,
  length: ({ length }: Measure) => Math.log10(Math.max(length, 1)) / MOST_POWER,
};

type Kind = keyof typeof heightOf;

/** Lengths from this one on are written without decimals. */
const LARGE = 1000;

/** Axes with numbers: layers on x; percent or powers of ten on y. */
function axes({ i18n, t }: BlockScene, kind: Kind, { x, y, width, height }: Box) {
  const ticks =
    kind === 'distance'
      ? [0, 0.5, 1].map((share) => [share, i18n.percent(share, 0)] as const)
      : POWERS.map((power, i) => [power / MOST_POWER, TEN[i] ?? ''] as const);
  const layers = [0, MOST_LAYERS / 2, MOST_LAYERS];
  return svg`
    <path class="axis" d="M${x} ${y} v${height} h${width}" />
    ${ticks.map(([share, text]) => label(x - 8, y + height * (1 - share), text, 'end tick'))}
    ${layers.map((layer) => label(x + (width * layer) / MOST_LAYERS, y + height + 18, i18n.number(layer), 'middle tick'))}
    ${label(x + width * 0.75, y + height + 18, t('layers'), 'middle quiet')}`;
}

function curve(
  { numbers }: BlockScene,
  stack: Stack,
  kind: Kind,
  way: Way,
  { x, y, width, height }: Box,
) {
  const at = (layer: number, measured: Measure) => [
    x + (width * layer) / MOST_LAYERS,
    y + height * (1 - heightOf[kind](measured)),
  ];
  const points = stack.curve(way).map((measured, layer) => at(layer, measured));
  const [cx, cy] = at(numbers.depth, stack.after[way]);
  return svg`
    <path class="tangent" d="M${points.map((point) => point.map((value) => value?.toFixed(1)).join(' ')).join('L')}" />
    <circle class="point" cx=${cx} cy=${cy} r="6" />`;
}

/** The name of a curve: above its end, but for `norm` below it, because the curve of `residual` may be above. */
function nameOf({ t }: BlockScene, stack: Stack, way: Way, { x, y, width, height }: Box) {
  const share = stack.curve(way).at(-1)?.distance ?? 0;
  return label(
    x + width,
    y + height * (1 - share) + (way === 'norm' ? 16 : -14),
    t(`way.${way}`),
    'end quiet',
  );
}

function distances(scene: BlockScene, stack: Stack, view: Parts, box: Box) {
  const { x, y, width } = box;
  const way = presentOf(view);
  return svg`
    <g data-part="distance">
      ${label(x - 44, y - 28, scene.t('distance'), 'quiet')}
      ${label(x + width, y - 26, shareText(scene.i18n, stack.after[way].distance), 'end number-of-moment')}
      ${axes(scene, 'distance', box)}
    </g>
    ${WAYS.map((one) =>
      shown(
        view[one],
        () => svg`
          <g data-part=${one}>
            ${curve(scene, stack, 'distance', one, box)}
            ${one === way || (one === 'alone' && way === 'residual') ? nameOf(scene, stack, one, box) : nothing}
          </g>`,
      ),
    )}`;
}

/** Above this depth (in layers), the number beside a point is on its left. */
const LATE = 16;

/** A plot less high than this (in units of the view box) has room for the number of `norm` only below its curve. */
const LOW = 100;

/** The offset [x, y] of a point's number and its classes, chosen so that no curve or edge covers the number. */
function besideOf(
  way: 'residual' | 'norm',
  depth: number,
  isLow: boolean,
): readonly [number, number, string] {
  if (way === 'residual')
    return depth < MOST_LAYERS / 4 ? [-4, isLow ? -25 : -40, 'moment'] : [-6, -12, 'end moment'];
  const away = isLow || depth <= MOST_LAYERS / 3 ? 10 : -14;
  const kind = isLow ? 'moment halo' : 'moment';
  return depth > LATE ? [-8, away, `end ${kind}`] : [10, away, kind];
}

function lengths(scene: BlockScene, stack: Stack, share: number, box: Box) {
  const { x, y, width, height } = box;
  const { t, i18n, numbers } = scene;
  const top = (length: number) => y + height * (1 - heightOf.length({ length, distance: 0 }));
  const middle = x + (width * numbers.depth) / MOST_LAYERS;
  const each = (way: 'residual' | 'norm', name: unknown) => {
    const { length } = stack.after[way];
    const [side, away, kind] = besideOf(way, numbers.depth, height < LOW);
    return svg`
      <g data-part=${way}>
        ${curve(scene, stack, 'length', way, box)} ${name}
        ${label(middle + side, top(length) + away, length < LARGE ? i18n.number(length, { decimals: 1 }) : i18n.integer(Math.round(length)), kind)}
      </g>`;
  };
  const last = stack.curve('norm').at(-1)?.length ?? 1;
  return svg`${shown(
    share,
    () => svg`
        <g data-part="lengths">${label(x - 36, y - 28, t('length'), 'quiet')} ${axes(scene, 'length', box)}</g>
        ${each('residual', label(x + width * 0.72, y + height * 0.14, t('way.residual'), 'end quiet'))}
        ${each('norm', label(x + width, top(last) + (height < LOW ? -14 : 24), t('way.norm'), 'end quiet'))}`,
  )}`;
}

/** The distance of the words from their mean, before and after the layers, as one line of text. */
function distanceLine(scene: BlockScene, { before, after }: Stack, view: Parts, y: number) {
  const way = presentOf(view);
  const percent = (share: number) => shareText(scene.i18n, share);
  return svg`
    ${label(16, y, scene.t('distance'), 'quiet')}
    <g data-part=${way}>
      ${label(240, y, svg`${percent(before.distance)} →`, 'end moment')}
      ${label(254, y, percent(after[way].distance), 'number-of-moment')}
    </g>`;
}

function tables(scene: BlockScene, stack: Stack, view: Parts, { before, after }: StackPlaces) {
  const step = before.height / stack.words.length;
  const middle = before.y + before.height / 2;
  const end = after.x - 10;
  return svg`
    ${stack.words.map((word, i) => label(before.x - 12, before.y + (i + 0.5) * step, word, 'word small end'))}
    ${table(scene, stack, 'before', before)}
    <path class="arrow quiet" d="M${before.x + before.width + 8} ${middle} H${end - 4}" />
    <path class="tip quiet" d="M${end - 10} ${middle - 5}L${end} ${middle}L${end - 10} ${middle + 5}z" />
    ${WAYS.map((way) => shown(shareOf(view[way]), () => table(scene, stack, 'after', after, way)))}`;
}

/** On a phone, the curves replace the words in the scene about lengths. */
export function stackView(scene: BlockScene, stack: Stack, view: Parts, places: StackPlaces) {
  const { before, distance, lengths: other, isPhone } = places;
  if (isPhone && view.lengths === 0)
    return svg`
      ${tables(scene, stack, view, places)}
      ${distanceLine(scene, stack, view, before.y + before.height + 30)}`;
  // The plot of distances has the whole width until the plot of lengths appears beside it.
  const whole = other.x + other.width - distance.x;
  const width = isPhone ? distance.width : whole + (distance.width - whole) * view.lengths;
  return svg`
    ${isPhone ? nothing : tables(scene, stack, view, places)}
    ${distances(scene, stack, view, { ...distance, width })}
    ${lengths(scene, stack, view.lengths, other)}`;
}
