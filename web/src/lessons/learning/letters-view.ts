// SPDX-License-Identifier: MIT
// Six letters that attend to each other: bands for their weights, and beside them the costs or the curve of the loss.
import { nothing, svg } from 'lit';
import { shareText } from '../../i18n/share.ts';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { chart, type LearningScene, lossText, type Parts } from './parts.ts';
import { COURSE, LETTERS } from './pointing.ts';

const PLACES = {
  wide: {
    /** x of the two columns of letters, y of the first row, row height, thickest band, and gap before a band. */
    ...{ from: 40, to: 330, top: 84, step: 76, thickest: 30, gap: 32 },
    /** The x of the costs' columns: the left end of the names, and the right ends of two numbers. */
    columns: [430, 600, 730],
    /** The edges of the chart, and the row height beside the chart (`short`). */
    curve: { left: 430, right: 730, top: 70, base: 500 },
    short: 76,
  },
  phone: {
    ...{ from: 24, to: 158, top: 62, step: 37, thickest: 16, gap: 20 },
    columns: [192, 298, 374],
    curve: { left: 210, right: 374, top: 72, base: 212 },
    short: 30,
  },
} as const;
type Places = (typeof PLACES)[Layout];

export const lettersHeight = (view: Parts): number => (view.curve > 0.5 ? 244 : 312);

const THINNEST = 1.6;
const THIN = 0.03;
const LEAST = 0.002;
const LN = 'ln 2';

export function letters(scene: LearningScene, view: Parts, layout: Layout) {
  const places = PLACES[layout];
  return svg`
    ${bands(scene, view, places)}
    ${shown(view.costs, () => costs(scene, places))}
    ${shown(view.curve, () => curves(scene, view, places))}`;
}

function bands({ numbers, t }: LearningScene, view: Parts, places: Places) {
  const { targets, now } = numbers.letters;
  const { from, to, top, thickest, gap } = places;
  const step = view.curve > 0.5 ? places.short : places.step;
  const y = (i: number) => top + i * step;
  const [start, end] = [from + gap, to - gap];
  const middle = (start + end) / 2;
  const path = (i: number, j: number) =>
    `M${start} ${y(i)} C${middle} ${y(i)} ${middle} ${y(j)} ${end} ${y(j)}`;
  return svg`
    ${label(from, top - 42, t('letters.from'), 'middle query')}
    ${label(to, top - 42, t('letters.to'), 'middle key')}
    <g data-part="bands" opacity=${view.bands}>
      ${now.weights.map((row, i) =>
        row.map((weight, j) =>
          weight < LEAST
            ? nothing
            : svg`<path class=${weight < THIN ? 'band thin' : 'band'} d=${path(i, j)} stroke-width=${Math.max(THINNEST, thickest * weight)} />`,
        ),
      )}
    </g>
    <g data-part="pairs">${targets.map((target, i) => svg`<path class="apart" d=${path(i, target)} />`)}</g>
    ${shown(
      view.unknown,
      () => svg`
        <circle class="plus" cx=${middle} cy=${top + 2.5 * step} r="15" />
        ${label(middle, top + 2.5 * step, '?', 'middle moment')}`,
    )}
    ${LETTERS.map((letter, i) => svg`${label(from, y(i), letter, 'middle word')} ${label(to, y(i), letter, 'middle word')}`)}`;
}

function costs(scene: LearningScene, { columns: [name, first, second], top, step }: Places) {
  const { numbers, t, i18n } = scene;
  const { targets, now } = numbers.letters;
  const y = (i: number) => top + i * step;
  const base = y(LETTERS.length) - step * 0.1;
  return svg`
    <g data-part="costs">
      ${label(first, top - 42, t('letters.weight'), 'end quiet')}
      ${label(second, top - 42, t('letters.cost'), 'end quiet')}
      ${targets.map(
        (target, i) => svg`
          ${label(name, y(i), `${LETTERS[i]} → ${LETTERS[target]}`, 'word')}
          ${label(first, y(i), shareText(i18n, now.onTarget[i]), 'end weight')}
          ${label(second, y(i), lossText(scene, now.costs[i] ?? 0, 2), 'end')}`,
      )}
    </g>
    <g data-part="loss">
      <path class="axis" d="M${name} ${base - step * 0.38} H${second}" />
      ${label(name, base, t('letters.loss'), 'title')} ${label(second, base, lossText(scene, now.loss), 'end moment')}
    </g>`;
}

/** The largest loss on the axis. */
const MOST = 2;

function curves(scene: LearningScene, view: Parts, places: Places) {
  const { numbers, state, t } = scene;
  const { curve, bound, now, ends } = numbers.letters;
  const { x, y, axes, line } = chart(scene, places.curve, {
    ...{ most: MOST, end: COURSE, ticks: [0, 1, 2], label: t('chart.loss') },
  });
  const { right } = places.curve;
  const points = (matrices: 'two' | 'one') =>
    Array.from({ length: COURSE / 2 + 1 }, (_, i) => [2 * i, curve(matrices, 2 * i)] as const);
  return svg`
    ${axes}
    <g data-part="curve">
      ${line(points('two'), 'tangent')}
      ${label(right - 4, y(ends.two) - 14, t('letters.two'), 'end halo')}
    </g>
    ${shown(
      view.one,
      () => svg`
        <g data-part="bound">
          <path class="guide" d="M${x(0)} ${y(bound)} H${right}" />
          ${label(right - 4, y(bound) + 15, `${LN} = ${lossText(scene, bound)}`, 'end quiet')}
        </g>
        <g data-part="one">
          ${line(points('one'), 'apart')}
          ${label(right - 4, y(ends.one) - 16, t('letters.one'), 'end halo')}
        </g>`,
    )}
    ${shown(view.unknown, () => {
      const [top, bottom] = [y(1.6), y(0.55)];
      return svg`
        <rect class="unknown" x=${x(COURSE * 0.62)} y=${top} width=${x(COURSE * 0.34) - x(0)} height=${bottom - top} rx="8" />
        ${label(x(COURSE * 0.79), (top + bottom) / 2, '?', 'middle number-of-moment')}`;
    })}
    <g data-part="loss">
      <circle class="mark" cx=${x(state.steps)} cy=${y(now.loss)} r="5.5" opacity=${view.bands} />
    </g>`;
}
