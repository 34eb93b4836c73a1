// SPDX-License-Identifier: MIT
// A list of letters in two rounds, and the predictions of two models during their training.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label } from '../../marks/label.ts';
import type { Continued } from './numbers.ts';
import { chart, type LearningScene } from './parts.ts';

const PLACES = {
  wide: {
    ...{ left: 30, step: 44, top: 54, row: 44, name: 30 },
    curve: { left: 62, right: 740, top: 260, base: 520 },
  },
  phone: {
    ...{ left: 16, step: 22.4, top: 44, row: 32, name: 8 },
    curve: { left: 40, right: 376, top: 172, base: 272 },
  },
} as const;

export const listHeight = 302;

/** The largest loss on the axis. */
const MOST = 3;
/** The height of a name, in units of the view box. */
const LINE = 18;
/** Above this share of the training, the name of a curve does not fit on the right of its end. */
const LATE = 0.8;

export function list(scene: LearningScene, layout: Layout) {
  const { numbers, t } = scene;
  const { symbols, all, steps, kinds } = numbers.list;
  const { left, step, top, row, name, curve } = PLACES[layout];
  const x = (place: number) => left + place * step;
  const {
    x: at,
    y,
    axes,
    line,
  } = chart(scene, curve, {
    ...{ most: MOST, end: steps, ticks: [0, 1, 2, 3], label: t('chart.loss') },
  });
  const curves = numbers.models.map(({ name: model, progress }) => {
    const points = progress.curve.points.map(({ step: one, loss }) => [one, loss] as const);
    return { model, points, end: points.at(-1) ?? ([0, 0] as const) };
  });
  // At the start, the two curves are so close that their names would overlap.
  const areApart = Math.abs(y(curves[0]?.end[1] ?? 0) - y(curves[1]?.end[1] ?? 0)) >= LINE;
  const named = (model: string, [end, loss]: readonly [number, number]) => {
    const name = t(`model.${model as 'whole'}`);
    return end > steps * LATE
      ? label(at(end) - 6, y(loss) - 14, name, 'end halo')
      : label(at(end) + 8, y(loss), name, 'halo');
  };
  const said = (model: Continued, i: number) => svg`
    <g data-part=${model.name}>
      ${label(name, top + (i + 1) * row, t(`model.${model.name as 'whole'}`), '')}
      ${model.says.map(({ symbol, isRight }, j) => {
        const [cx, cy] = [x(all + 1 + j), top + (i + 1) * row];
        return svg`
          <circle class=${isRight ? 'mark' : 'plus'} cx=${cx} cy=${cy} r=${step * 0.42} />
          ${label(cx, cy, symbol, isRight ? 'middle on-mark' : 'middle quiet')}`;
      })}
    </g>`;
  return svg`
    <g data-part="list">
      ${label(x(0) - 8, top - 32, t('list.first'), 'quiet')} ${label(x(all) - 8, top - 32, t('list.second'), 'quiet')}
      <path class="axis" d="M${x(all - 0.5)} ${top - 40} V${top + 2.5 * row}" />
      ${symbols.map((symbol, i) => label(x(i), top, symbol, 'middle word'))}
      ${label(x(symbols.length), top, '?', 'middle word')}
    </g>
    ${numbers.models.toReversed().map(said)}
    ${axes}
    <path class="guide" d="M${at(0)} ${y(Math.log(kinds))} H${curve.right}" />
    ${label(curve.right, y(Math.log(kinds)) - 12, t('chart.guess', { count: kinds }), 'end quiet')}
    ${curves.map(
      ({ model, points, end }) => svg`
        <g data-part=${`curve_${model}`}>
          ${line(points, model === 'whole' ? 'tangent' : 'apart')}
          ${areApart ? named(model, end) : nothing}
        </g>`,
    )}`;
}
