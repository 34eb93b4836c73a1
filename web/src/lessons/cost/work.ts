// SPDX-License-Identifier: MIT
// The work of a layer as an area. x: the number of tokens. y: the multiply-adds of each token.
import { nothing, svg } from 'lit';
import type { Layout } from '../../lesson/define.ts';
import { label, shown } from '../../marks/label.ts';
import { MOST_TOKENS, type Text } from './lengths.ts';
import { type CostScene, filled, hollow, type Parts, short } from './parts.ts';

/** The ends of the axes, in units of the view box. */
const PLACES = {
  wide: { left: 196, right: 736, top: 76, base: 500 },
  phone: { left: 148, right: 362, top: 40, base: 240 },
};

/** The work of a token at the upper end of the axis, in d² multiply-adds. */
const MOST_WORK = 36;

const scalesOf = (layout: Layout) => {
  const { left, right, top, base } = PLACES[layout];
  return {
    ...{ left, right, top, base },
    x: (n: number) => left + ((right - left) * n) / MOST_TOKENS,
    y: (work: number) => base - ((base - top) * work) / MOST_WORK,
  };
};
type Scales = ReturnType<typeof scalesOf>;

/** The work of a text. Projections and feed-forward part are hollow, scores are filled. */
function area({ x, y }: Scales, { n, projections, feedForward, pairs }: Text) {
  const matrices = projections + feedForward;
  const [left, width] = [x(0), x(n) - x(0)];
  return svg`
    <g data-part="matrices">
      ${hollow(left, y(projections), width, y(0) - y(projections))}
      ${hollow(left, y(matrices), width, y(projections) - y(matrices))}
    </g>
    <g data-part="pairs" class="score">${filled(left, y(matrices + pairs), width, y(matrices) - y(matrices + pairs))}</g>`;
}

export function work(scene: CostScene, view: Parts, layout: Layout) {
  const { numbers, t } = scene;
  const { now, twice } = numbers;
  const scales = scalesOf(layout);
  const { x, y, left } = scales;
  const matrices = now.projections + now.feedForward;
  return svg`
    ${axes(scene, scales, layout)}
    ${shown(view.twice, () => area(scales, twice))}
    ${area(scales, now)}
    ${
      view.twice > 0.5 || view.unknown > 0.5
        ? svg`<rect class="row" x=${left} y=${y(matrices + now.pairs)} width=${x(now.n) - left} height=${y(0) - y(matrices + now.pairs)} />`
        : nothing
    }
    ${shown(1 - Math.max(view.twice, view.unknown), () => longer(scene, scales, layout))}
    ${bands(scene, scales, view.twice > 0.5 ? twice : now, layout)}
    ${shown(
      view.unknown,
      () => svg`
      <path class="unknown" d="M${x(now.n)} ${y(0)} H${x(twice.n)} V${y(matrices)}" />
      ${label((x(now.n) + x(twice.n)) / 2, y(matrices / 2), '?', 'middle number-of-moment')}`,
    )}
    ${shown(view.twice, () => label(x(twice.n * 0.75), y(matrices / 2), t('work.times', { times: short(scene, numbers.growth.work) }), 'middle number-of-moment'))}`;
}

/** Guide lines for a token's work in longer texts, and the point at which scores take as much work as the matrices. */
function longer({ numbers, t }: CostScene, { x, y, right, top }: Scales, layout: Layout) {
  const { n, times, matrices } = numbers.equal;
  const { now } = numbers;
  const [at, kind] = layout === 'wide' ? [x(n) + 12, 'followed'] : [right + 20, 'end'];
  return svg`
    <path class="guide" d="M${x(now.n)} ${y(matrices)} H${right}" />
    <path class="guide" d="M${x(now.n)} ${y(matrices + now.pairs)} L${right} ${top}" />
    <g data-part="equal">
      <circle class="plus" cx=${x(n)} cy=${y(2 * matrices)} r="6" />
      ${label(at, y(2 * matrices) + 20, t('work.equal', { times }), kind)}
    </g>`;
}

/** The names of the parts, each at the height of its part, with the work of a token. */
function bands(scene: CostScene, { left, y }: Scales, text: Text, layout: Layout) {
  const { t } = scene;
  const { projections, feedForward, pairs } = text;
  const matrices = projections + feedForward;
  const gap = layout === 'wide' ? 19 : 16;
  const name = (
    key: 'projections' | 'feedForward' | 'pairs',
    at: number,
    size: number,
    kind: string,
  ) => svg`
    ${label(left - 12, at - gap / 2, t(`work.${key}`), `end ${kind}`)}
    ${label(left - 12, at + gap / 2, t(`work.${key}Size`, { size: short(scene, size) }), 'end quiet')}`;
  // The name of the scores is above the other names, even if the band of scores is low.
  const highest = y(matrices) - 1.6 * gap;
  return svg`
    ${name('projections', y(projections / 2), projections, '')}
    ${name('feedForward', y(projections + feedForward / 2), feedForward, '')}
    ${name('pairs', Math.min(y(matrices + pairs / 2), highest), pairs, layout === 'wide' ? 'score followed' : 'score')}`;
}

function axes({ numbers, t, i18n }: CostScene, scales: Scales, layout: Layout) {
  const { x, base, left, right, top } = scales;
  const { equal, equalToProjections: first } = numbers;
  const ticks = [
    [first.n, first.times],
    [equal.n, equal.times],
    [MOST_TOKENS, 2 * equal.times],
  ] as const;
  return svg`
    <path class="axis" d="M${left} ${top} V${base} H${right}" />
    ${label(left, top - (layout === 'wide' ? 40 : 26), t('work.axis'), 'title')}
    ${layout === 'wide' ? label(left, top - 18, t('work.area'), 'quiet') : nothing}
    ${ticks.map(
      ([n, times]) => svg`
        <path class="axis" d="M${x(n)} ${base} v6" />
        ${label(x(n), base + 20, i18n.integer(n), 'middle tick')}
        ${label(x(n), base + 40, `${times}d`, 'middle tick quiet')}`,
    )}
    ${label(left - 12, base + 20, t('work.tokens'), 'end quiet')}
    ${label(left - 12, base + 40, 'n', 'end quiet')}`;
}

export const workHeight = 290;
