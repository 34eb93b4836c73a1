// SPDX-License-Identifier: MIT
import { html, nothing, type TemplateResult } from 'lit';
import type { Cell } from '../../components/csv.ts';
import '../../components/data-table.ts';
import '../../components/histogram.ts';
import type { Density } from '../../components/histogram.ts';
import { densityInterval, placeInterval } from './axes.ts';
import type { NormalCurve } from './compute.ts';
import { type Picture, short } from './scene.ts';

/** The standard normal, moved and stretched; nothing where there is no width to stretch it to. */
function normalOf(curve: NormalCurve, mean: number, deviation: number): Density | undefined {
  if (!(deviation > 0)) return undefined;
  return {
    places: curve.places.map((z) => mean + deviation * z),
    densities: curve.densities.map((density) => density / deviation),
  };
}

/** q·k over the divisor, beside the normal of its own mean and variance and beside N(0, 1). */
export function renderHistogram(scene: Picture): TemplateResult {
  const { state, numbers, i18n, t } = scene;
  const { dots, chosen, deviation, normal } = numbers;
  const { mean } = chosen.measured;
  const { measured } = deviation;
  const name = t(`divisor.${state.divisor}`);
  return html`
    <al-histogram .description=${describe(scene)}
      .bins=${{ edges: chosen.edges, counts: dots.histogram, total: dots.count }}
      .curves=${[normalOf(normal, chosen.expected.mean, deviation.expected), normalOf(normal, 0, 1)]}
      .span=${
        measured > 0
          ? {
              low: mean - measured,
              high: mean + measured,
              label: t('histogram.span', { deviation: short(scene, measured) }),
            }
          : undefined
      }
      .legend=${[
        name,
        t('histogram.expected', {
          mean: short(scene, chosen.expected.mean),
          variance: short(scene, chosen.expected.variance),
        }),
        t('histogram.reference'),
      ]}
      .xAxis=${{ label: name, interval: placeInterval(numbers) }}
      .yAxis=${{ label: t('histogram.y'), interval: densityInterval(numbers) }}
      .format=${(x: number) => i18n.number(x)}>
    </al-histogram>
    ${renderNote(scene)}`;
}

/** Every bin, with what lies outside of all of them. */
export function renderBins({ numbers, t }: Picture): TemplateResult {
  const { edges } = numbers.chosen;
  const { histogram, below, above } = numbers.dots;
  return html`
    <al-data-table name="histogram" .summary=${t('histogram.table')}
      .columns=${[t('histogram.from'), t('histogram.to'), t('histogram.count')]}
      .rows=${(): Cell[][] => [
        [Number.NEGATIVE_INFINITY, edges[0], below],
        ...Array.from(histogram, (count, i) => [edges[i], edges[i + 1], count]),
        [edges.at(-1), Number.POSITIVE_INFINITY, above],
      ]}>
    </al-data-table>`;
}

// Bars that stand apart look like a fault, and are none.
function renderNote({ state, numbers, t }: Picture) {
  if (numbers.deviation.expected === 0) return html`<p class="hint">${t('histogram.constant')}</p>`;
  const isLattice =
    state.distribution === 'signs' && state.key === 'own' && state.qMean === 0 && state.kMean === 0;
  return isLattice ? html`<p class="hint">${t('histogram.lattice')}</p>` : nothing;
}

function describe(scene: Picture): string {
  const { state, numbers, i18n, t } = scene;
  const { chosen, deviation, dots } = numbers;
  return t('histogram.description', {
    name: t(`divisor.${state.divisor}`),
    count: i18n.integer(dots.count),
    mean: short(scene, chosen.measured.mean),
    deviation: short(scene, deviation.measured),
    expected: short(scene, deviation.expected),
    distance: short(scene, chosen.toStandardNormal.distance),
  });
}
