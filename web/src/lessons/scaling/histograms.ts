// SPDX-License-Identifier: MIT
// Renders two histograms on fixed axes. An axis widens only if the data would exceed it.
import { html, type TemplateResult } from 'lit';
import type { DotProductResult } from '../../engine/index.ts';
import { type Deviation, over, type Scaled } from './compute.ts';
import './spread-plot.ts';
import type { Curve, Spread } from './spread-plot.ts';
import { type Scene, short } from './stage.ts';

/**
 * The horizontal axis of each histogram. `half` is half of its default width. It widens if it would not contain `seen`
 * standard deviations on both sides of the mean. Standard deviations above `most` do not widen it further.
 */
const AXES = {
  dot: { half: 80, seen: 2.5, most: Number.POSITIVE_INFINITY },
  logits: { half: 5, seen: 2, most: 2 },
} as const;
const WIDER = 4;

/** Half the width of a histogram's axis, which is symmetric around 0, and whether this is the default (`isUsual`). */
export function widthAxis(
  id: keyof typeof AXES,
  mean: number,
  deviation: number,
): { readonly half: number; readonly isUsual: boolean } {
  const { half: usual, seen, most } = AXES[id];
  const reach = Math.abs(mean) + seen * Math.min(deviation, most);
  let half: number = usual;
  while (half < reach) half *= WIDER;
  return { half, isUsual: half === usual };
}

/**
 * Default for the share of all draws that corresponds to the top of a histogram. A bin is a quarter of a standard
 * deviation wide, so the highest bin has the share 0.1 for a normal distribution and 0.13 for a sum of four products.
 */
const USUAL_SHARE = 0.14;
/** Bins with fewer draws do not affect the top of the axis, because their shares are too uncertain. */
const TRUSTED = 50;
const AIR = 1.1;

/**
 * The share of draws at the top of a histogram. It is larger than the default only if a bin exceeds the default, for
 * example at the smallest d. So the vertical axis rarely changes.
 */
export function usualShare({ histogram, count }: DotProductResult): number {
  const trusted = histogram.filter((one) => one >= TRUSTED);
  const highest = Math.max(0, ...trusted) / count;
  return highest <= USUAL_SHARE ? USUAL_SHARE : highest * AIR;
}

/** The normal curve: for each place, the share of draws that a bin of the given width would have at this place. */
function normalOf({ numbers }: Scene, mean: number, deviation: number, width: number): Curve {
  const { places, densities } = numbers.normal;
  return {
    places: places.map((z) => mean + deviation * z),
    shares: densities.map((density) => (density * width) / deviation),
  };
}

function spreadOf(
  scene: Scene,
  id: 'dot' | 'logits',
  { edges, expected }: Scaled,
  deviation: Deviation,
): Spread {
  const { numbers, i18n, t, state } = scene;
  const { dots, normal } = numbers;
  const { mean } = expected;
  const sigma = deviation.expected;
  const width = (edges[1] as number) - (edges[0] as number);
  const axis = widthAxis(id, mean, sigma);
  const curve = sigma > 0 ? normalOf(scene, mean, sigma, width) : undefined;
  return {
    id,
    name: t(`figure.${id}`, { name: t(`name.${state.divisor}`) }),
    edges,
    shares: Array.from(dots.histogram, (count) => count / dots.count),
    expected: curve,
    reference:
      id === 'logits'
        ? { ...normalOf(scene, 0, 1, width / (sigma || 1)), name: t('figure.reference') }
        : undefined,
    deviation: {
      from: mean - sigma,
      to: mean + sigma,
      share: curve?.shares[normal.places.indexOf(1)] ?? 0,
    },
    label: t('figure.deviation', { deviation: i18n.number(sigma, { digits: 3 }) }),
    half: axis.half,
    note: axis.isUsual ? '' : t('figure.axis', { half: i18n.number(axis.half) }),
  };
}

/** Height in pixels below which the figure has room for only one histogram, the one of the main number. */
const LEAST_HEIGHT = 130;

export function figure(scene: Scene): TemplateResult {
  const { numbers, i18n, height, t, state } = scene;
  const { dots, chosen, deviation, rawDeviation } = numbers;
  const raw = over(dots, 'none');
  const text = (x: number) => short(scene, x);
  const spreads = [
    spreadOf(scene, 'dot', raw, rawDeviation),
    spreadOf(scene, 'logits', chosen, deviation),
  ];
  const only = spreads.slice(state.divisor === 'none' ? 0 : 1).slice(0, 1);
  return html`
    <al-spread-plot .height=${height} .peak=${usualShare(dots)}
      .spreads=${height < LEAST_HEIGHT ? only : spreads}
      .format=${(x: number) => i18n.number(x)}
      .description=${t('figure.description', {
        count: i18n.integer(dots.count),
        name: t(`name.${state.divisor}`),
        mean: text(raw.measured.mean),
        raw: text(rawDeviation.measured),
        deviation: text(deviation.measured),
        distance: text(chosen.toStandardNormal.distance),
      })}></al-spread-plot>`;
}
