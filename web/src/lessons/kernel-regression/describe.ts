// SPDX-License-Identifier: MIT
// Text alternatives for the figures, for screen readers.
import { indexed } from '../indexed.ts';
import type { CurvePoint, KeyStages } from './compute.ts';
import { keyNames, short, type TextScene, vector } from './scene.ts';
import { pairAt, QUERY_COUNT } from './state.ts';

/** The position of a data point and its weight. Screen readers announce it when the point moves. */
export function pointText({ i18n, t }: TextScene, { key, value, weight }: KeyStages): string {
  const text = (x: number) => i18n.number(x, { digits: 6 });
  const share = i18n.percent(Number.isFinite(weight) ? weight : 0, 0);
  return t('plot.pointText', { key: text(key), value: text(value), share });
}

/** Text alternative for the plot: the shape of the curve and the position of the query. */
export function describePlot(scene: TextScene): string {
  const { state, numbers, t } = scene;
  const text = (x: number) => short(scene, x);
  const { curve, hasSupport, prediction, keyStages } = numbers;
  return [
    describeCurve(curve, text, t),
    curve.every((point) => point.hasSupport) ? '' : t('plot.gaps'),
    hasSupport
      ? t('plot.reads', { query: text(state.query), prediction: text(prediction) })
      : t('plot.readsNothing', { query: text(state.query) }),
    t('plot.count', { count: keyStages.length }),
  ]
    .filter(Boolean)
    .join(' ');
}

// Describes the shape of the curve: flat, rising, falling or wavy. Compares numbers as rounded texts, because a
// difference that rounding hides needs no description.
function describeCurve(
  curve: readonly CurvePoint[],
  text: (x: number) => string,
  t: TextScene['t'],
): string {
  const drawn = curve.filter((point) => point.hasSupport).map((point) => point.prediction);
  if (drawn.length === 0) return t('plot.shape.empty');
  const low = text(Math.min(...drawn));
  const high = text(Math.max(...drawn));
  const first = text(drawn[0] as number);
  const last = text(drawn.at(-1) as number);
  if (low === high) return t('plot.shape.flat', { last });
  if (first === low && last === high) return t('plot.shape.rising', { first, last });
  if (first === high && last === low) return t('plot.shape.falling', { first, last });
  return t('plot.shape.wavy', { first, last, low, high });
}

/** The prediction as a sentence. If there is no prediction, the sentence states the reason. */
export function lineText(scene: TextScene): string {
  const { state, numbers, i18n, t } = scene;
  if (!numbers.hasSupport) return `${t('result.none')} ${whyNothing(scene)}`;
  const query = i18n.number(state.query, { digits: 8 });
  return t('result.spoken', { query, prediction: short(scene, numbers.prediction) });
}

export function whyNothing({ state, i18n, t }: TextScene): string {
  const sigma = i18n.number(state.sigma, { digits: 6 });
  return state.kernel === 'boxcar'
    ? t('result.outsideBox', { sigma })
    : t('result.outsideWindow', { sigma });
}

const outputOf = ({ numbers }: TextScene, query: number) =>
  numbers.plane.queries[query]?.output ?? [Number.NaN, Number.NaN];

/**
 * Describes the map of queries. For each key: the share of the map in which it has the largest score. For each of the
 * reader's queries: the key with the largest score.
 */
export function describeMap(scene: TextScene): string {
  const { numbers, state, i18n, t } = scene;
  const wins = numbers.plane.map.shares.map((share, key) =>
    t('plane.map.wins', { key: indexed('k', key), share: i18n.percent(share, 0) }),
  );
  const queries = numbers.plane.queries.map(({ winners }, i) =>
    t('plane.map.at', {
      query: indexed('q', i),
      place: vector(scene, pairAt(state.planeQueries, i)),
      keys: keyNames(scene, winners),
    }),
  );
  return [t(`plane.map.of.${state.planeScore}`), ...wins, ...queries].join(' ');
}

/** The output for each query of the map, as sentences. */
export function planeText(scene: TextScene): string {
  const { numbers, state, t } = scene;
  return Array.from({ length: QUERY_COUNT }, (_, i) => {
    const [weight, height] = outputOf(scene, i);
    return t('plane.answer.spoken', {
      place: vector(scene, pairAt(state.planeQueries, i)),
      weight: short(scene, weight),
      height: short(scene, height),
      keys: keyNames(scene, numbers.plane.queries[i]?.winners ?? []),
    });
  }).join(' ');
}
